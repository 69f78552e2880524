import { decideOutcome } from '../../contract/service/redirect/engine.ts'
import { addQuery, passQuery } from '../../contract/service/redirect/query.ts'
import type { Visitor } from '../../contract/service/redirect/visitor.ts'
import type { VisitOutcome } from '../../contract/service/link/visits.ts'
import { linkAddress, type LinkOrigin } from '../links/address.ts'
import { hostName } from '../links/linkHosts.ts'
import { isActive } from '../store/links/linkSwitch.ts'
import type { RecentLink, VisitedLink } from '../links/recentLinks.ts'
import { landingPage, previewPage, type LinkText } from './pages/linkPages.ts'
import { statusPage } from './pages/statusPages.ts'
import { policyFor } from './pages/style.ts'

export type VisitKind = VisitOutcome | 'card'

/** Either a page or a redirect. */
export type PageOrRedirect =
  | { status: number; page: string; policy?: string | undefined; location?: undefined }
  | { status: number; location: string; page?: undefined }
export type VisitResponse = PageOrRedirect & { kind: VisitKind }

/**
 * Answers a visit to a link as the redirect engine decides. The app's simulator uses the same engine. `query` are the visitor's
 * parameters if the link passes them on; `showsImages` says whether the pages of a project show images.
 */
export function visitLink(
  recentLink: RecentLink,
  visitor: Visitor,
  origin: LinkOrigin,
  { query, showsImages }: { query: string; showsImages: (project: string) => boolean },
): VisitResponse {
  const active = isActive(recentLink.link)
  // All people on a platform are sent to the same target, so it is decided only once.
  const cachedTarget =
    active && visitor.crawler === null ? recentLink.locations.get(visitor.platform) : undefined
  if (cachedTarget !== undefined)
    return { kind: 'redirect', status: 302, location: addQuery(cachedTarget, query) }
  const rules = { ...recentLink.link, active, address: linkAddress(origin, recentLink.link) }
  const { kind, target } = decideOutcome(rules, { visitor, appInstalled: false, defaults: 'ours' })
  if (kind === 'inactive')
    return { kind, status: 410, page: statusPage('inactive', hostName(recentLink.link.origin ?? origin())) }
  if (kind === 'redirect' && target !== null) {
    recentLink.locations.set(visitor.platform, { url: target })
    return { kind, status: 302, location: passQuery(target, query) }
  }
  const showsImage = showsImages(recentLink.link.project)
  const text = { ...toLinkText(recentLink.link, origin), showsImage }
  const policy = policyFor(text)
  if (kind === 'preview' && target !== null)
    return { kind, status: 200, page: previewPage(text, passQuery(target, query)), policy }
  return { kind: kind === 'card' ? kind : 'landing', status: 200, page: landingPage(text), policy }
}

function toLinkText(link: VisitedLink, defaultOrigin: LinkOrigin): Omit<LinkText, 'showsImage'> {
  const { title, subtitle, image, origin } = link
  return {
    title,
    subtitle,
    address: linkAddress(defaultOrigin, link),
    image: image === null ? null : (URL.parse(image)?.href ?? null),
    host: hostName(origin ?? defaultOrigin()),
  }
}
