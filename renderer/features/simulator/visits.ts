import { decideOutcome } from '../../../contract/redirect/engine.ts'
import type { Outcome, RedirectRules, Visit } from '../../../contract/redirect/engine.ts'
import type { Visitor } from '../../../contract/redirect/visitor.ts'

/** A kind of visitor and the outcome. */
export interface SimulatedVisit {
  who: string
  device: 'phone' | 'desktop' | 'chat'
  outcome: Outcome
}

const phones = [
  { platform: 'ios', name: 'iPhone and iPad' },
  { platform: 'android', name: 'Android' },
] as const

/** Returns who may open a link and what they get. A phone appears twice if having the app makes a difference. */
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

/** Returns a visitor's name in words. */
export function visitorName({ platform, crawler }: Visitor): string {
  return crawler ? `the crawler of ${crawler}` : platforms[platform]
}

/** Returns an outcome as a verb phrase that its target completes. */
export function outcomeVerb(outcome: Outcome): string {
  return verbs[outcome.kind]
}
