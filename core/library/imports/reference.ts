import { randomUUID } from 'node:crypto'
import { parseExportedTime, referenceTimeMember } from '../../../contract/createdAt.ts'
import { linkText, parseLinkAddress } from '../../../contract/linkAddress.ts'
import type { LinkPath } from '../../../contract/linkAddress.ts'
import { limits } from '../../../contract/limits.ts'
import { trackingNames } from '../../../contract/link/fields.ts'
import type { LinkEntry } from '../../../contract/library/linkFile.ts'
import { maxNoteLength } from '../../../contract/library/row.ts'
import { referenceProfileId } from '../../../contract/record.ts'
import { parseTags } from '../../../contract/tagList.ts'
import type { RowValues } from './columns.ts'

/**
 * Returns a link of another service as an entry to keep for reference. Its request has the values of its row, so that
 * lists, searches and exports treat them like those of any link.
 */
export function toReference(link: LinkPath & { host: string }, values: RowValues): LinkEntry {
  const host = link.host.slice(0, limits.url)
  return {
    id: randomUUID(),
    state: 'reference',
    profileId: referenceProfileId(host).slice(0, 1_000),
    profileName: host.slice(0, 1_000),
    // Required, and never used: a reference is in no environment of ours.
    environment: 'production',
    createdAt: new Date().toISOString(),
    link: addressOf(link, values),
    path: link.path,
    request: requestOf(values),
    added: true,
    ...(values.note !== undefined && { note: toText(values.note, maxNoteLength) }),
  }
}

/**
 * Returns the address in the file if it is exactly this link, without a user name and password, which could mislead.
 * Otherwise returns a plain address.
 */
export function addressOf(
  link: LinkPath & { host: string },
  { customLink, link: shortLink }: RowValues,
): string {
  for (const text of [customLink, shortLink]) {
    const url = URL.parse(text?.slice(0, limits.url) ?? '')
    if (!url || !/^https?:$/.test(url.protocol)) continue
    const read = parseLinkAddress(url.href)
    if (read?.host !== link.host || read.path !== link.path) continue
    url.username = ''
    url.password = ''
    return url.href
  }
  const text = linkText(link)
  return text.startsWith('https://') ? text : `https://${text}`
}

function requestOf(values: RowValues) {
  const { title, subtitle, tags, destination, desktop, ios, android, created } = values
  const createdAt = parseExportedTime(created ?? '')
  const target = desktop ?? destination
  const tagList = tagsOf(tags?.slice(0, limits.dataBytes) ?? '')
    .slice(0, limits.tags)
    .map((tag) => toText(tag, limits.tagLength))
  const tracking = trackingNames.map((name) => [`tracking_${name}`, values[name]] as const)
  return {
    ...(createdAt !== null && { [referenceTimeMember]: createdAt }),
    ...(title !== undefined && { title: toText(title, limits.title) }),
    ...(subtitle !== undefined && { subtitle: toText(subtitle, limits.subtitle) }),
    ...(tagList.length > 0 && { tags: JSON.stringify(tagList) }),
    ...Object.fromEntries(
      tracking.flatMap(([name, text]) => (text === undefined ? [] : [[name, toText(text, limits.tracking)]])),
    ),
    ...(target !== undefined && { desktop_custom_redirect: { url: toText(target, limits.url) } }),
    ...(ios !== undefined && { ios_custom_redirect: { url: toText(ios, limits.url) } }),
    ...(android !== undefined && { android_custom_redirect: { url: toText(android, limits.url) } }),
  }
}

/** Tags as services export them: Shlink separates them by `|`. */
function tagsOf(text: string): string[] {
  return parseTags(text.includes(',') ? text : text.replaceAll('|', ','))
}

/** Valid text of a limited length: a damaged character or U+0000 can't be stored or exported unchanged. */
function toText(text: string, max: number): string {
  return text.slice(0, max).replaceAll('\0', '').toWellFormed()
}
