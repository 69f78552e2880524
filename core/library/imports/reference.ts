import { randomUUID } from 'node:crypto'
import { parseExportedTime, referenceTimeMember } from '../../../contract/app/link/createdAt.ts'
import { linkText, parseLinkAddress, type LinkPath } from '../../../contract/service/address/linkAddress.ts'
import { limits } from '../../../contract/service/api/limits.ts'
import { byName, namesOf, trackingNames } from '../../../contract/service/link/fields.ts'
import type { LinkEntry } from '../../../contract/app/library/linkFile.ts'
import { maxNoteLength } from '../../../contract/app/library/row.ts'
import { referenceProfileId } from '../../../contract/app/link/record.ts'
import { parseTagCell } from '../../../contract/app/link/tagList.ts'
import type { Role, RowValues } from './columns.ts'

/**
 * Returns a link of another service as an entry to keep for reference. Its request contains the row's values, so that
 * lists, searches and exports treat it like any link.
 */
export function toReference(link: LinkPath & { host: string }, values: RowValues): LinkEntry {
  const host = link.host.slice(0, limits.url)
  return {
    id: randomUUID(),
    state: 'reference',
    profileId: referenceProfileId(host).slice(0, 1_000),
    profileName: host.slice(0, 1_000),
    // Required but never used: references have no environment of ours.
    environment: 'production',
    createdAt: new Date().toISOString(),
    link: buildAddress(link, values),
    path: link.path,
    request: buildRequest(values),
    added: true,
    ...(values.note !== undefined && { note: toText(values.note, maxNoteLength) }),
  }
}

/**
 * Returns the address in the file if it is exactly this link, without a user name and password, which could mislead.
 * Otherwise returns a plain address.
 */
function buildAddress(link: LinkPath & { host: string }, { customLink, link: shortLink }: RowValues): string {
  for (const text of [customLink, shortLink]) {
    const url = URL.parse(text?.slice(0, limits.url) ?? '')
    if (!url || !/^https?:$/.test(url.protocol)) continue
    const parsed = parseLinkAddress(url.href)
    if (parsed?.host !== link.host || parsed.path !== link.path) continue
    url.username = ''
    url.password = ''
    return url.href
  }
  const text = linkText(link)
  return text.startsWith('https://') ? text : `https://${text}`
}

/** Returns the request members that hold a role's value. */
type ToMembers = (text: string) => object

/**
 * How a reference stores each role in its request; `null` if it doesn't. Lists all roles, so that a new one can't be
 * forgotten. Later roles override earlier ones: a desktop address overrides the general one.
 */
const membersOfRole: Record<Role, ToMembers | null> = {
  link: null,
  customLink: null,
  path: null,
  host: null,
  environment: null,
  note: null,
  data: null,
  created: (text) => {
    const createdAt = parseExportedTime(text)
    return createdAt === null ? {} : { [referenceTimeMember]: createdAt }
  },
  title: (text) => ({ title: toText(text, limits.title) }),
  subtitle: (text) => ({ subtitle: toText(text, limits.subtitle) }),
  tags: (text) => {
    const tags = parseTagCell(text.slice(0, limits.dataBytes)).slice(0, limits.tags)
    return tags.length === 0 ? {} : { tags: JSON.stringify(tags.map((tag) => toText(tag, limits.tagLength))) }
  },
  ...byName(trackingNames, (name): ToMembers => (text) => ({
    [`tracking_${name}`]: toText(text, limits.tracking),
  })),
  destination: (text) => ({ desktop_custom_redirect: { url: toText(text, limits.url) } }),
  desktop: (text) => ({ desktop_custom_redirect: { url: toText(text, limits.url) } }),
  ios: (text) => ({ ios_custom_redirect: { url: toText(text, limits.url) } }),
  android: (text) => ({ android_custom_redirect: { url: toText(text, limits.url) } }),
  image: (text) => ({ image: toText(text, limits.url) }),
}

function buildRequest(values: RowValues): object {
  return namesOf(membersOfRole).reduce((request, role) => {
    const text = values[role]
    return text === undefined ? request : { ...request, ...membersOfRole[role]?.(text) }
  }, {})
}

/** Accepts valid text of limited length. A lone surrogate or U+0000 can't be stored or exported unchanged. */
function toText(text: string, max: number): string {
  return text.slice(0, max).replaceAll('\0', '').toWellFormed()
}
