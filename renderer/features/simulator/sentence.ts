import { decideOutcome } from '../../../contract/service/redirect/engine.ts'
import type { Outcome, RedirectRules, Visit } from '../../../contract/service/redirect/engine.ts'
import type { RemoteLink } from '../../../contract/app/link/remoteLink.ts'
import { hasEnded, readActiveUntil } from '../../../contract/app/link/change/linkPatch.ts'
import { formatZonedTime } from '../../link/activeState.ts'
import { shorten } from '../../ui/shorten.ts'

/** Describes a link in one sentence: whether it works, who created it, and where it sends each visitor. */
export function describeLink(link: RemoteLink, rules: RedirectRules, defaults: Visit['defaults']): string {
  const until = readActiveUntil(link)
  const end = until === null ? '' : formatZonedTime(until)
  const maker = link.generated_from_platform
  // Links created by hand in Linkwright are created through the API, so "API" would confuse their creator.
  const creator = maker && maker !== 'API' ? `, made on ${maker}` : ''
  if (!rules.active) {
    const state = hasEnded(link) ? `Link that ended on ${end}` : 'Switched-off link'
    return `${state}${creator}; visitors see a page that says it is off.`
  }
  const state = link.active === null ? 'Link' : `Active link${end && ` until ${end}`}`
  return `${state}${creator}; ${destinations(rules, defaults)}.`
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

/** Maximum characters of an address in the sentence. */
const maxAddressLength = 60

/** Shortens an address to host and path, without tracking parameters. */
function shortenAddress(target: string): string {
  const url = URL.parse(target)
  if (!url || !/^https?:$/.test(url.protocol))
    return shorten(target.replace(/[?#].*$/s, ''), maxAddressLength)
  return shorten(url.host + (url.pathname === '/' ? '' : url.pathname), maxAddressLength)
}
