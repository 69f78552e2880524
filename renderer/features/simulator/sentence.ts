import { decideOutcome } from '../../../contract/redirect/engine.ts'
import type { Outcome, RedirectRules, Visit } from '../../../contract/redirect/engine.ts'
import type { RemoteLink } from '../../../contract/remoteLink.ts'
import { shorten } from '../../ui/shorten.ts'

/** A link in one sentence: whether it works, who made it, and where it sends each visitor. */
export function describeLink(link: RemoteLink, rules: RedirectRules, defaults: Visit['defaults']): string {
  const state = link.active === null ? 'Link' : link.active ? 'Active link' : 'Inactive link'
  const maker = link.generated_from_platform
  // A link made by hand in Linkwright is made by the API, so that word would only make its maker doubt.
  const made = maker && maker !== 'API' ? `, made on ${maker}` : ''
  if (!rules.active) return `${state}${made}; visitors see a page saying that it is switched off.`
  return `${state}${made}; ${destinations(rules, defaults)}.`
}

function destinations(rules: RedirectRules, defaults: Visit['defaults']): string {
  const outcomeFor = (platform: 'ios' | 'android' | 'desktop') =>
    outcomePhrase(
      decideOutcome(rules, { visitor: { platform, crawler: null }, appInstalled: false, defaults }),
    )
  const [ios, android, rest] = [outcomeFor('ios'), outcomeFor('android'), outcomeFor('desktop')]
  if (ios === rest && android === rest) return `sends everyone ${rest}`
  if (ios === android) return `sends phones ${ios} and everyone else ${rest}`
  if (android === rest) return `sends iPhones ${ios} and everyone else ${rest}`
  if (ios === rest) return `sends Android phones ${android} and everyone else ${rest}`
  return `sends iPhones ${ios}, Android phones ${android} and everyone else ${rest}`
}

function outcomePhrase({ kind, target }: Outcome): string {
  if (kind === 'service_default') return 'to the service’s project default'
  if (target === null) return 'to a page with its title'
  return kind === 'preview'
    ? `through a preview page to ${shortenAddress(target)}`
    : `to ${shortenAddress(target)}`
}

/** In characters, of an address inside the sentence. */
const maxAddressLength = 60

/** An address as people say it: host and path, without what is only for counting. */
function shortenAddress(target: string): string {
  const url = URL.parse(target)
  if (!url || !/^https?:$/.test(url.protocol))
    return shorten(target.replace(/[?#].*$/s, ''), maxAddressLength)
  return shorten(url.host + (url.pathname === '/' ? '' : url.pathname), maxAddressLength)
}
