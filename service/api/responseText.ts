import { fieldsOf, trackingNames } from '../../contract/service/link/fields.ts'
import type { AppTarget } from '../../contract/service/redirect/engine.ts'
import { linkAddress, type LinkOrigin } from '../links/address.ts'
import type { LinkChange } from '../store/links/changeStore.ts'
import { formatTime, isActive } from '../store/links/linkSwitch.ts'
import type { ListedLink } from '../store/links/linkList.ts'
import type { StoredLink } from '../store/links/links.ts'
import { entityTag } from './entityTags.ts'

/** A member of the response: a field of the link, and its JSON key as text, created once. */
interface Member<N extends string> {
  name: N
  key: string
}

const textMembers = fieldsOf('text').map((name) => ({ name, key: `"${name}":` }))
const trackingMembers = trackingNames.map((name) => ({ name, key: `"tracking_${name}":` }))

/**
 * Returns the response of `GET /link/:link_path` (specification 4.2) as text, with `data` and `tags` as stored:
 * parsing would change number spellings and lose a key named `__proto__`. Without an origin, `access_path` is
 * omitted.
 */
export function lookupResponseText(
  link: StoredLink,
  origin: LinkOrigin | null,
  include: IncludedParts = {},
): string {
  return `{"link":${linkText(link, origin, include)}}`
}

/** Returns a history entry as text. */
export function historyEntryText({ at, keyName, fields }: LinkChange): string {
  return `{"at":"${new Date(at).toISOString()}","by":${quoteText(keyName)},"fields":${fields}}`
}

/** Returns the response of `PATCH /link/:link_path` (specification 4.9) as text. */
export function changeResponseText(link: StoredLink, origin: LinkOrigin, change: LinkChange | null): string {
  const entry = change === null ? 'null' : historyEntryText(change)
  return `{"link":${linkText(link, origin, { activeUntil: true })},"change":${entry}}`
}

/** Members of a link in a response besides the fields of specification 2.1. */
export interface IncludedParts {
  /** `created_at`. */
  createdAt?: boolean
  /** `active_until` and `pass_query`, which only a change can set. */
  activeUntil?: boolean
  /** The entity tag of the link's state. */
  etag?: boolean
}

/** Returns an element of the list of links (specification 4.13) as text. */
export function listedLinkText({ link, createdBy, changedBy }: ListedLink, origin: LinkOrigin): string {
  if (link.erasedAt !== null) return `{"path":${quoteText(link.path)},"deleted":true}`
  const text = linkText(link, origin, { createdAt: true, activeUntil: true })
  return `${text.slice(0, -1)},"show_preview_ios":${link.previewIos},"show_preview_android":${link.previewAndroid},\
"created_by":${quoteText(createdBy)},"changed_by":${quoteText(changedBy)}}`
}

export function linkText(
  link: StoredLink,
  origin: LinkOrigin | null,
  { createdAt = false, activeUntil = false, etag = false }: IncludedParts,
): string {
  const hasAddress = origin !== null || link.origin !== null
  const address = hasAddress ? `"access_path":${quoteText(linkAddress(origin ?? (() => ''), link))},` : ''
  return `{"id":${link.id},${membersText(textMembers, link)}\
"path":${quoteText(link.path)},${address}\
${createdAt ? `"created_at":"${new Date(link.createdAt).toISOString()}",` : ''}\
"updated_at":"${new Date(link.updatedAt).toISOString()}","generated_from_platform":"API",\
"data":${link.data},"sdk_generated":true,"tags":${link.tags},"active":${isActive(link)},\
${activeUntil ? `"active_until":${quoteText(formatTime(link.activeUntil))},"pass_query":${link.passQuery},` : ''}\
${etag ? `"etag":${quoteText(entityTag(link))},` : ''}\
${membersText(trackingMembers, link.tracking)}"show_preview":${link.previewIos || link.previewAndroid},\
"image":${quoteText(link.image)},"ios_custom_redirect":${redirectText(link.ios)},\
"android_custom_redirect":${redirectText(link.android)},\
"desktop_custom_redirect":${redirectText(link.desktop && { ...link.desktop, openApp: false })}}`
}

/** Each followed by a comma. */
function membersText<N extends string>(
  members: readonly Member<N>[],
  values: Readonly<Record<N, string | null>>,
): string {
  let text = ''
  for (const { name, key } of members) text += `${key}${quoteText(values[name])},`
  return text
}

function quoteText(text: string | null): string {
  return JSON.stringify(text)
}

function redirectText(target: AppTarget | null): string {
  return target ? `{"url":${quoteText(target.url)},"open_app_if_installed":${target.openApp}}` : '{}'
}
