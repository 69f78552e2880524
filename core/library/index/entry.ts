import { byName, fieldNames, fieldsOf, linkFields } from '../../../contract/link/fields.ts'
import type { FieldKind, FieldName } from '../../../contract/link/fields.ts'
import type { LinkRecord } from '../../../contract/record.ts'
import { recordOf } from '../row.ts'
import type { LinkRow } from '../row.ts'
import { mark } from './marks.ts'
import type { MarkKind } from './marks.ts'
import { columnOfField } from './tables.ts'
import type { EntryColumn, WordColumn } from './tables.ts'
import { addressText, jsonText, searchable, sortKey } from './text.ts'

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
  const addresses = [...fieldsOf('target'), ...fieldsOf('appTarget')].flatMap((name) => texts[name] ?? [])
  const derived = {
    texts,
    addresses,
    domains: [...new Set(addresses.flatMap((address) => domainOf(address) ?? []))],
    local: record.local ?? { starred: false, archived: false, note: null, tags: [] },
  }
  const shown = { ...shownOf(record, derived), ...keysOf(derived) }
  return { row: shown, words: wordsOf(record, derived, shown) }
}

type Texts = Record<FieldName, string | null>

interface Derived {
  texts: Texts
  /** That of the desktop first, which tells links apart that all lead phones to the same shop. */
  addresses: string[]
  domains: string[]
  local: NonNullable<LinkRecord['local']>
}

function shownOf(record: LinkRecord, { texts, addresses, domains, local }: Derived) {
  const flag = (is: unknown) => (is ? 1 : 0)
  return {
    id: record.id,
    state: record.state,
    environment: record.environment,
    profile_id: record.profileId,
    profile_name: record.profileName,
    title: texts.title,
    destination: addresses[0] ?? null,
    more_destinations: Math.max(0, new Set(addresses).size - 1),
    domains: JSON.stringify(domains),
    campaign: texts.tracking_campaign,
    source: texts.tracking_source,
    medium: texts.tracking_medium,
    tags: JSON.stringify(local.tags),
    link: record.link,
    path: record.path,
    created_at: record.createdAt,
    checked_at: record.checkedAt ?? '',
    starred: flag(local.starred),
    archived: flag(local.archived),
    note: local.note,
    added: flag(record.added),
    damaged: flag(record.damaged),
    differs: flag(record.differences?.length),
    last_check: record.lastCheck ?? null,
  }
}

function keysOf({ texts, addresses }: Derived) {
  return {
    title_key: sortKey(texts.title),
    campaign_key: sortKey(texts.tracking_campaign),
    source_key: sortKey(texts.tracking_source),
    destination_key: sortKey(addresses[0]?.replace(/^https?:\/\/(www\.)?/i, '') ?? null),
  }
}

function wordsOf(record: LinkRecord, derived: Derived, shown: Entry['row']): Entry['words'] {
  const { texts, domains, local } = derived
  const words = fieldWords({ ...texts, tags: local.tags.join('\n') })
  return {
    ...words,
    data: words.data + extraOf(record),
    domain: domains.join('\n'),
    path: searchable(`${record.path ?? ''}\n${addressText(record.link ?? '')}`),
    note: searchable(local.note ?? ''),
    profile: searchable(record.profileName),
    marks: marksOf(shown, local.tags, domains) + (record.run ? ` ${mark('run', record.run)}` : ''),
  }
}

type FieldColumn = NonNullable<(typeof columnOfField)[FieldName]>

function fieldWords(texts: Texts): Record<FieldColumn, string> {
  const words: Partial<Record<FieldColumn, string>> = {}
  for (const name of fieldNames) {
    const column = columnOfField[name]
    if (column === null) continue
    const text = readable[linkFields[name].kind](texts[name] ?? '').slice(0, longestText)
    words[column] = `${words[column] ?? ''}${searchable(text)}\n`
  }
  return words as Record<FieldColumn, string>
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

/** What the service stores in a field, where it has told that, and what was asked for elsewhere; `null` for no text. */
function textOf({ stored, request }: LinkRecord, name: FieldName): string | null {
  const said = stored && !stored.unreported?.includes(name)
  const value = said ? stored[name] : (request?.[name] ?? null)
  if (typeof value === 'string') return value || null
  if (typeof value !== 'object' || value === null) return null
  return (Array.isArray(value) ? value.join('\n') : value.url) || null
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
    ...of('check', shown.last_check),
    ...of('environment', shown.environment),
    ...of('profile', shown.profile_id),
    ...of('campaign', shown.campaign),
    ...of('source', shown.source),
    ...of('medium', shown.medium),
    ...tags.map((tag) => mark('tag', tag)),
    ...domains.map((domain) => mark('domain', domain)),
  ].join(' ')
}
