import { byName, fieldNames, fieldsOf, linkFields } from '../../../contract/link/fields.ts'
import type { FieldKind, FieldName } from '../../../contract/link/fields.ts'
import type { LinkRecord } from '../../../contract/record.ts'
import { recordOf } from '../row.ts'
import type { LinkRow } from '../row.ts'
import { mark } from './marks.ts'
import type { MarkKind } from './marks.ts'
import type { EntryColumn, WordColumn } from './tables.ts'
import { addressText, jsonText, searchable, sortKey } from './text.ts'

/** Where the words of each field of a link are looked for; `null` for what has no words. A new field does not compile without. */
export const columnOfField = {
  title: 'title',
  subtitle: 'subtitle',
  data: 'data',
  tags: 'tags',
  ios_custom_redirect: 'destination',
  android_custom_redirect: 'destination',
  desktop_custom_redirect: 'destination',
  show_preview_ios: null,
  show_preview_android: null,
  tracking_campaign: 'campaign',
  tracking_source: 'source',
  tracking_medium: 'medium',
} as const satisfies Record<FieldName, WordColumn | null>

/** What is derived from one link: its row in `entries` and its words. */
export interface Entry {
  row: Record<Exclude<EntryColumn, 'seq'>, string | number | null>
  words: Record<WordColumn, string>
}

/** In UTF-16 units. No link of ours comes near; of another's the rest is not looked through. */
const longestText = 100_000

/** Derives everything from a row of `links`. The one place where that is done. */
export function entryOf(row: LinkRow): Entry {
  const record = recordOf(row)
  const texts = byName(fieldNames, (name) => textOf(record, name))
  const { starred = false, archived = false, note = null, tags = [] } = record.local ?? {}
  const addresses = [...fieldsOf('target'), ...fieldsOf('appTarget')]
    .map((name) => texts[name])
    .filter((address): address is string => address !== null && address !== '')
  const domains = [...new Set(addresses.flatMap((address) => domainOf(address) ?? []))]
  const { title, tracking_campaign: campaign, tracking_source: source, tracking_medium: medium } = texts
  const shown = {
    id: record.id,
    state: record.state,
    environment: record.environment,
    profile_id: record.profileId,
    profile_name: record.profileName,
    title: title || null,
    destination: addresses[0] ?? null,
    domains: JSON.stringify(domains),
    campaign: campaign || null,
    source: source || null,
    medium: medium || null,
    tags: JSON.stringify(tags),
    link: record.link,
    path: record.path,
    created_at: record.createdAt,
    checked_at: record.checkedAt ?? '',
    starred: starred ? 1 : 0,
    archived: archived ? 1 : 0,
    note,
    added: record.added ? 1 : 0,
    damaged: record.damaged ? 1 : 0,
    title_key: sortKey(title),
    campaign_key: sortKey(campaign),
    source_key: sortKey(source),
    destination_key: sortKey(addresses[0]?.replace(/^https?:\/\/(www\.)?/i, '') ?? null),
  }
  const words = {
    ...wordsOf({ ...texts, tags: tags.join('\n') }),
    domain: domains.join('\n'),
    path: searchable(`${record.path ?? ''}\n${addressText(record.link ?? '')}`),
    note: searchable(note ?? ''),
    profile: searchable(record.profileName),
    marks: marksOf(shown, tags, domains),
  }
  words.data += extraOf(record)
  return { row: shown, words }
}

type Texts = Record<FieldName, string | null>
type FieldColumn = NonNullable<(typeof columnOfField)[FieldName]>

function wordsOf(texts: Texts): Record<FieldColumn, string> {
  const words = {} as Record<FieldColumn, string>
  for (const name of fieldNames) {
    const column = columnOfField[name]
    if (column === null) continue
    const text = readable[linkFields[name].kind](texts[name] ?? '').slice(0, longestText)
    words[column] = `${words[column] ?? ''}${searchable(text)}\n`
  }
  return words
}

/** A field's text as words, by its kind. */
const readable: Record<FieldKind, (text: string) => string> = {
  text: (text) => text,
  tracking: (text) => text,
  tags: (text) => text,
  data: jsonText,
  target: addressText,
  appTarget: addressText,
  preview: () => '',
}

/** What the service stores in a field, where it has told that, and what was asked for elsewhere; as a text. */
function textOf({ stored, request }: LinkRecord, name: FieldName): string | null {
  const said = stored && !stored.unreported?.includes(name)
  const value = said ? stored[name] : (request?.[name] ?? null)
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return null
  return Array.isArray(value) ? value.join('\n') : value.url
}

/** What a service shows of a link and the specification does not know. */
function extraOf({ stored }: LinkRecord): string {
  const extra = Object.entries(stored?.extra ?? {}).map(([name, json]) => `${name}\n${jsonText(json)}`)
  return searchable(extra.join('\n').slice(0, longestText))
}

function domainOf(address: string): string | null {
  return URL.parse(address)?.host.toLowerCase() || null
}

function marksOf(shown: Entry['row'], tags: readonly string[], domains: readonly string[]): string {
  const of = (kind: MarkKind, value: string | number | null) =>
    value === null ? [] : [mark(kind, String(value))]
  const flag = (kind: 'archived' | 'starred' | 'added' | 'damaged') => (shown[kind] === 1 ? [mark(kind)] : [])
  return [
    mark('all'),
    ...flag('archived'),
    ...flag('starred'),
    ...flag('added'),
    ...flag('damaged'),
    ...of('state', shown.state),
    ...of('environment', shown.environment),
    ...of('profile', shown.profile_id),
    ...of('campaign', shown.campaign),
    ...of('source', shown.source),
    ...of('medium', shown.medium),
    ...tags.map((tag) => mark('tag', tag)),
    ...domains.map((domain) => mark('domain', domain)),
  ].join(' ')
}
