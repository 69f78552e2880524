import { decideOutcome } from '../../../contract/service/redirect/engine.ts'
import type { Outcome, RedirectRules, Visit } from '../../../contract/service/redirect/engine.ts'
import type { Visitor } from '../../../contract/service/redirect/visitor.ts'

/** A kind of visitor and the outcome. */
export interface SimulatedVisit {
  who: string
  device: 'phone' | 'desktop' | 'chat'
  outcome: Outcome
  /** What is known about opening the app. Replaces the general sentence. */
  verb?: string
}

/** What the last check of a link's domain says about opening the app. */
export interface AppOutcome {
  verb: string
  because: string[]
}

const phones = [
  { platform: 'ios', name: 'iPhone and iPad' },
  { platform: 'android', name: 'Android' },
] as const

const bothPhones = 'iPhone, iPad and Android'

/** What is known about a link's project and domain. */
export interface SimulatedProject {
  defaults: Visit['defaults']
  /** Whether the project has an app that links can open. */
  hasApp: boolean
  /** By platform; absent if the link's domain wasn't checked. */
  app?: Record<'ios' | 'android', AppOutcome> | undefined
}

/**
 * Returns the kinds of visitors and what each gets, according to the contract's engine. A phone has two rows only if
 * having the app makes a difference. Visitors that get the same for the same reasons share a row.
 */
export function simulate(
  rules: RedirectRules,
  { defaults, hasApp, app }: SimulatedProject,
): SimulatedVisit[] {
  const visit = (
    platform: Visit['visitor']['platform'],
    appInstalled: boolean,
    crawler: string | null = null,
  ) => decideOutcome(rules, { visitor: { platform, crawler }, appInstalled, defaults })
  const [ios, android] = phones.map(({ platform, name }): SimulatedVisit[] => {
    const withApp = visit(platform, hasApp)
    const without = visit(platform, false)
    return withApp.kind === without.kind
      ? [{ who: name, device: 'phone', outcome: without }]
      : [
          {
            who: `${name}, with the app`,
            device: 'phone',
            ...(app
              ? { outcome: { ...withApp, because: app[platform].because }, verb: app[platform].verb }
              : { outcome: withApp }),
          },
          { who: `${name}, without the app`, device: 'phone', outcome: without },
        ]
  }) as [SimulatedVisit[], SimulatedVisit[]]
  return [
    ...mergeDesktop(mergePhones(ios, android), {
      who: 'Desktop',
      device: 'desktop',
      outcome: visit('desktop', false),
    }),
    { who: 'Chat apps and social networks', device: 'chat', outcome: visit('desktop', false, 'the network') },
  ]
}

/** Returns the rows of both platforms. Rows that differ only in the platform's name are merged. */
function mergePhones(ios: SimulatedVisit[], android: SimulatedVisit[]): SimulatedVisit[] {
  if (ios.length !== android.length) return [...ios, ...android]
  const pairs = ios.map((first, index) => [first, android[index] as SimulatedVisit] as const)
  const merged = pairs.map(([first, second]) =>
    first.outcome.because.length === second.outcome.because.length
      ? mergeRows(first, second, ['iOS', 'Android'], first.who.replace(phones[0].name, bothPhones))
      : null,
  )
  // Rows of one phone stay together if none of them is shared.
  if (merged.every((row) => row === null)) return [...ios, ...android]
  return pairs.flatMap((pair, index) => merged[index] ?? pair)
}

/** Adds the row of desktop browsers, unless they get the same as all phones without the app. */
function mergeDesktop(phoneRows: SimulatedVisit[], desktop: SimulatedVisit): SimulatedVisit[] {
  const last = phoneRows.at(-1)
  const merged =
    last?.who.startsWith(bothPhones) === true &&
    mergeRows(last, desktop, ['iOS and Android', 'desktop'], `${last.who}, and desktop`)
  return merged ? [...phoneRows.slice(0, -1), merged] : [...phoneRows, desktop]
}

/**
 * Merges two rows with the same outcome; `null` if it differs or the second has another reason. `own` and `other` are the
 * names that their reasons give to the visitors.
 */
function mergeRows(
  first: SimulatedVisit,
  second: SimulatedVisit,
  [own, other]: readonly [string, string],
  who: string,
): SimulatedVisit | null {
  const { kind, target, because } = first.outcome
  const { outcome } = second
  if (outcome.kind !== kind || outcome.target !== target || second.verb !== first.verb) return null
  const merged = [...because]
  for (const reason of outcome.because) {
    const index = merged.indexOf(reason.replace(other, own))
    if (index >= 0) merged[index] = reason.replace(other, `${own.replace(' and', ',')} and ${other}`)
    else if (!merged.includes(reason)) return null
  }
  return { ...second, who, outcome: { ...outcome, because: merged } }
}

/** Outcome of a visit with the app if the link's domain wasn't checked. */
export const uncheckedVerb = 'Not checked yet whether this opens the app'

/** An outcome as a verb phrase, to be followed by its target. */
export const outcomeVerbs: Record<Outcome['kind'], string> = {
  inactive: 'Sees a page that says the link is off',
  card: 'Shows the card',
  app: uncheckedVerb,
  preview: 'Sees the preview page, then goes to',
  redirect: 'Goes to',
  landing: 'Sees a page with the title and subtitle',
  service_default: 'Goes to the service’s project default',
}

const platforms: Record<Visitor['platform'], string> = {
  ios: 'an iPhone or iPad',
  android: 'an Android phone',
  desktop: 'a desktop browser',
}

/** Returns a visitor's name in words. */
export function visitorName({ platform, crawler }: Visitor): string {
  return crawler ? `the crawler of ${crawler}` : platforms[platform]
}
