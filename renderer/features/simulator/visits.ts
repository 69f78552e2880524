import { decideOutcome } from '../../../contract/redirect/engine.ts'
import type { Outcome, RedirectRules, Visit } from '../../../contract/redirect/engine.ts'
import type { Visitor } from '../../../contract/redirect/visitor.ts'

/** One kind of visit and what it ends in. */
export interface SimulatedVisit {
  who: string
  device: 'phone' | 'desktop' | 'chat'
  outcome: Outcome
}

const phones = [
  { platform: 'ios', name: 'iPhone and iPad' },
  { platform: 'android', name: 'Android' },
] as const

/**
 * Who may open a link and what they get, by the contract's one engine. A phone stands twice where having the app makes a
 * difference, and once where it does not.
 */
export function simulate(rules: RedirectRules, defaults: Visit['defaults']): SimulatedVisit[] {
  const visit = (
    platform: Visit['visitor']['platform'],
    appInstalled: boolean,
    crawler: string | null = null,
  ) => decideOutcome(rules, { visitor: { platform, crawler }, appInstalled, defaults })
  const onPhones = phones.flatMap(({ platform, name }): SimulatedVisit[] => {
    const withApp = visit(platform, true)
    const without = visit(platform, false)
    return withApp.kind === without.kind
      ? [{ who: name, device: 'phone', outcome: without }]
      : [
          { who: `${name}, with the app`, device: 'phone', outcome: withApp },
          { who: `${name}, without the app`, device: 'phone', outcome: without },
        ]
  })
  return [
    ...onPhones,
    { who: 'Desktop', device: 'desktop', outcome: visit('desktop', false) },
    { who: 'Chat apps and social networks', device: 'chat', outcome: visit('desktop', false, 'the network') },
  ]
}

const verbs: Record<Outcome['kind'], string> = {
  inactive: 'Sees a page that says the link is off',
  card: 'Shows the card',
  app: 'Opens the app, if it is installed and claims this domain (not checked)',
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

/** Who a visitor is taken for, in words. */
export function visitorName({ platform, crawler }: Visitor): string {
  return crawler ? `the crawler of ${crawler}` : platforms[platform]
}

/** What a visit ends in, as the beginning of a sentence that its target completes. */
export function outcomeVerb(outcome: Outcome): string {
  return verbs[outcome.kind]
}
