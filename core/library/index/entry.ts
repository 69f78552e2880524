import { createdAtOf } from '../../../contract/createdAt.ts'
import { byName, fieldNames, fieldsOf, linkFields } from '../../../contract/link/fields.ts'
import type { FieldKind, FieldName } from '../../../contract/link/fields.ts'
import type { LinkRecord } from '../../../contract/record.ts'
import { toRecord } from '../linkRow.ts'
import type { LinkRow } from '../linkRow.ts'
import { mark } from './marks.ts'
import type { MarkKind } from './marks.ts'
import { columnOfField } from './tables.ts'
import type { EntryColumn, WordColumn } from './tables.ts'
import { addressText, jsonText, toSearchText, sortKey } from './text.ts'

/** The derived data of one link: its row in `entries` and its words. */
export interface Entry {
  row: Record<Exclude<EntryColumn, 'seq'>, string | number | null>
  words: Record<WordColumn, string>
}

/** Maximum text length that is indexed, in UTF-16 units. Only foreign links can exceed it. */
const maxTextLength = 100_000

/** Returns all derived data of a row of `links`. */
export function deriveEntry(row: LinkRow): Entry {
  const record = toRecord(row)
  const texts = byName(fieldNames, (name) => fieldText(record, name))
  const addresses = [...fieldsOf('target'), ...fieldsOf('appTarget')].flatMap((name) => texts[name] ?? [])
  const derived = {
    texts,
    addresses,
    domains: [...new Set(addresses.flatMap((address) => domainOf(address) ?? []))],
    local: record.local ?? { starred: false, archived: false, note: null, tags: [] },
  }
  const display = { ...displayFields(record, derived), ...keysOf(derived), ...creationKeys(record) }
  return { row: display, words: wordsOf(record, derived, display) }
}

type Texts = Record<FieldName, string | null>

interface DerivedFields {
  texts: Texts
  /** Desktop first: it distinguishes links whose phone addresses all lead to the same app store. */
  addresses: string[]
  domains: string[]
  local: NonNullable<LinkRecord['local']>
}

function displayFields(record: LinkRecord, { texts, addresses, domains, local }: DerivedFields) {
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
    known_created_at: createdAtOf(record),
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

function keysOf({ texts, addresses }: DerivedFields) {
  return {
    title_key: sortKey(texts.title),
    campaign_key: sortKey(texts.tracking_campaign),
    source_key: sortKey(texts.tracking_source),
    destination_key: sortKey(addresses[0]?.replace(/^https?:\/\/(www\.)?/i, '') ?? null),
  }
}

/** A key after every time, for links whose creation time is unknown. */
const unknownTimeKey = '~'

/**
 * Returns the keys for sorting by creation, oldest and newest first. Lists sort ascending and unknown times are last in
 * both, so the second key has each digit subtracted from 9.
 */
function creationKeys(record: LinkRecord) {
  const time = Date.parse(createdAtOf(record) ?? '')
  if (Number.isNaN(time)) return { created_key: unknownTimeKey, created_newest_key: unknownTimeKey }
  const key = new Date(time).toISOString()
  return { created_key: key, created_newest_key: key.replace(/\d/g, (digit) => String(9 - Number(digit))) }
}

function wordsOf(record: LinkRecord, derived: DerivedFields, display: Entry['row']): Entry['words'] {
  const { texts, domains, local } = derived
  const words = fieldWords({ ...texts, tags: local.tags.join('\n') })
  return {
    ...words,
    data: words.data + extraOf(record),
    domain: domains.join('\n'),
    path: toSearchText(`${record.path ?? ''}\n${addressText(record.link ?? '')}`),
    note: toSearchText(local.note ?? ''),
    profile: toSearchText(record.profileName),
    marks: marksOf(display, local.tags, domains) + (record.run ? ` ${mark('run', record.run)}` : ''),
  }
}

type FieldColumn = NonNullable<(typeof columnOfField)[FieldName]>

function fieldWords(texts: Texts): Record<FieldColumn, string> {
  const words: Partial<Record<FieldColumn, string>> = {}
  for (const name of fieldNames) {
    const column = columnOfField[name]
    if (column === null) continue
    const text = wordText[linkFields[name].kind](texts[name] ?? '').slice(0, maxTextLength)
    words[column] = `${words[column] ?? ''}${toSearchText(text)}\n`
  }
  return words as Record<FieldColumn, string>
}

/** Returns a field's text as searchable words, by kind. */
const wordText: Record<FieldKind, (text: string) => string> = {
  text: (text) => text,
  tracking: (text) => text,
  tags: (text) => text,
  data: jsonText,
  target: addressText,
  appTarget: addressText,
  preview: () => '',
}

/**
 * Returns the stored value of a field if the service reports it, otherwise the requested one; `null` if there
 * is no text.
 */
function fieldText({ stored, request }: LinkRecord, name: FieldName): string | null {
  const storedFlag = stored && !stored.unreported?.includes(name)
  const value = storedFlag ? stored[name] : (request?.[name] ?? null)
  if (typeof value === 'string') return value || null
  if (typeof value !== 'object' || value === null) return null
  return (Array.isArray(value) ? value.join('\n') : value.url) || null
}

/** Returns the service's fields that the specification doesn't define, as text. */
function extraOf({ stored }: LinkRecord): string {
  const extra = Object.entries(stored?.extra ?? {}).map(([name, json]) => `${name}\n${jsonText(json)}`)
  return toSearchText(extra.join('\n').slice(0, maxTextLength))
}

function domainOf(address: string): string | null {
  return URL.parse(address)?.host.toLowerCase() || null
}

function marksOf(display: Entry['row'], tags: readonly string[], domains: readonly string[]): string {
  const optionalMark = (kind: MarkKind, value: string | number | null) =>
    value === null ? [] : [mark(kind, String(value))]
  const flag = (kind: 'archived' | 'starred' | 'added' | 'damaged') =>
    display[kind] === 1 ? [mark(kind)] : []
  return [
    mark('all'),
    ...flag('archived'),
    ...flag('starred'),
    ...flag('added'),
    ...flag('damaged'),
    ...optionalMark('state', display.state),
    ...optionalMark('check', display.last_check),
    ...optionalMark('environment', display.environment),
    ...optionalMark('profile', display.profile_id),
    ...optionalMark('campaign', display.campaign),
    ...optionalMark('source', display.source),
    ...optionalMark('medium', display.medium),
    ...tags.map((tag) => mark('tag', tag)),
    ...domains.map((domain) => mark('domain', domain)),
  ].join(' ')
}
