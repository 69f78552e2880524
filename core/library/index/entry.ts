import { decodeText } from '../../../contract/service/address/decodeText.ts'
import { channelOfLink } from '../../../contract/app/channels/address.ts'
import { getCreatedAt } from '../../../contract/app/link/createdAt.ts'
import { facetColumns, listFilters } from '../../../contract/app/library/columns/columnLists.ts'
import type { ColumnValue, StoredColumn } from '../../../contract/app/library/columns/columnLists.ts'
import {
  byName,
  fieldNames,
  fieldsOf,
  linkFields,
  trackingNames,
} from '../../../contract/service/link/fields.ts'
import type { FieldKind, FieldName } from '../../../contract/service/link/fields.ts'
import { readEndTime } from '../../../contract/app/link/change/linkPatch.ts'
import { listParameterTexts } from '../../../contract/app/values/parameters.ts'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { toRecord, type LinkRow } from '../linkRow.ts'
import { contentKeys, requestText } from '../contentKeys.ts'
import { mark } from './marks.ts'
import { columnOfField, keyedSorts, type KeyedSort, type WordColumn } from './tables.ts'
import { addressKey, jsonText, toSearchText, sortKey } from './text.ts'

/** The derived data of one link: its row in `entries` with sort keys, and its words. */
export interface Entry {
  values: EntryValues
  keys: Record<KeyedSort, string>
  words: Record<WordColumn, string>
}

export type EntryValues = { [N in StoredColumn]: ColumnValue<N> }

/** Maximum text length that is indexed, in UTF-16 units. Only links made elsewhere can exceed it. */
const maxTextLength = 100_000

/** Returns all derived data of a row of `links`. */
export function deriveEntry(row: LinkRow): Entry {
  const record = toRecord(row)
  const texts = byName(fieldNames, (name) => fieldText(record, name))
  const addresses = [...fieldsOf('target'), ...fieldsOf('appTarget')].flatMap((name) => texts[name] ?? [])
  const derived = {
    texts,
    addresses,
    domains: [...new Set(addresses.flatMap((address) => getDomain(address) ?? []))],
    local: record.local ?? { starred: false, archived: false, note: null, tags: [] },
  }
  const values = { ...storedValues(record, derived), ...visitValues(row) }
  return {
    values,
    keys: byName(keyedSorts, (sort) => toSortKey(sort, values)),
    words: collectWords(record, derived, values),
  }
}

type Texts = Record<FieldName, string | null>

interface DerivedFields {
  texts: Texts
  /**
   * The desktop address comes first because it distinguishes links whose phone addresses all lead to the same app
   * store.
   */
  addresses: string[]
  domains: string[]
  local: NonNullable<LinkRecord['local']>
}

/** Returns the stored columns of a link. */
function storedValues(
  record: LinkRecord,
  { texts, addresses, domains, local }: DerivedFields,
): Omit<EntryValues, keyof VisitValues> {
  return {
    id: record.id,
    state: record.state,
    environment: record.environment,
    profileId: record.profileId,
    profileName: record.profileName,
    title: texts.title,
    destination: addresses[0] ?? null,
    parameters: listParameterTexts(addresses),
    // What was requested, because a service can write an address differently.
    ...contentKeys(record, record.request ? requestText(record.request) : (name) => texts[name]),
    moreDestinations: Math.max(0, new Set(addresses).size - 1),
    domains,
    ...byName(trackingNames, (name) => texts[`tracking_${name}`]),
    reportChannel: channelOfLink(
      addresses,
      byName(trackingNames, (name) => texts[`tracking_${name}`]),
    ),
    tags: local.tags,
    link: record.link,
    path: record.path,
    createdAt: record.createdAt,
    knownCreatedAt: getCreatedAt(record),
    checkedAt: record.checkedAt,
    starred: local.starred,
    archived: local.archived,
    note: local.note,
    author: record.author ?? null,
    added: record.added === true,
    damaged: record.damaged !== undefined,
    differs: (record.differences?.length ?? 0) > 0,
    lastCheck: record.lastCheck ?? null,
    endsAt: record.stored?.active && record.lastCheck !== 'gone' ? readEndTime(record.stored) : null,
  }
}

type VisitValues = Pick<EntryValues, 'visits' | 'visitsAt' | 'lastVisit'>

/** Returns the stored columns of a link's visits. */
export function visitValues(row: Pick<LinkRow, 'visits' | 'visits_at' | 'last_visit'>): VisitValues {
  return { visits: row.visits, visitsAt: row.visits_at, lastVisit: row.last_visit }
}

/** Returns the sort keys of a link's visits. Unknown ones come last, and links that were never opened before them. */
export function visitKeys({ visits, lastVisit }: VisitValues) {
  const unknown = visits === null ? unknownKey : null
  return {
    visits: unknown ?? String(maxVisits - Math.min(visits ?? 0, maxVisits)).padStart(13, '0'),
    opened: unknown ?? (lastVisit === null ? '}' : timeKey(lastVisit, 'newest')),
    openedOldest: unknown ?? (lastVisit === null ? '' : timeKey(lastVisit, 'oldest')),
  }
}

/** Larger counts are sorted as this one. */
const maxVisits = 9_999_999_999_999

/** Returns the text by which a link is sorted. */
function toSortKey(sort: KeyedSort, values: EntryValues): string {
  if (sort === 'visits' || sort === 'opened' || sort === 'openedOldest') return visitKeys(values)[sort]
  if (sort === 'checked') return values.checkedAt ?? ''
  if (sort === 'created') return timeKey(values.knownCreatedAt, 'newest')
  if (sort === 'createdOldest') return timeKey(values.knownCreatedAt, 'oldest')
  return sort === 'destination' ? addressKey(values.destination) : sortKey(values[sort])
}

/** A sort key after every other, for links whose time or count is unknown. */
const unknownKey = '~'

/**
 * Returns the sort key of a creation time. Keys are sorted ascending and unknown times come last in both orders, so for
 * newest-first each digit is subtracted from 9.
 */
function timeKey(createdAt: string | null, order: 'oldest' | 'newest'): string {
  const time = Date.parse(createdAt ?? '')
  if (Number.isNaN(time)) return unknownKey
  const key = new Date(time).toISOString()
  return order === 'oldest' ? key : key.replace(/\d/g, (digit) => String(9 - Number(digit)))
}

function collectWords(record: LinkRecord, derived: DerivedFields, values: EntryValues): Entry['words'] {
  const { texts, domains, local } = derived
  const words = fieldWords({ ...texts, tags: local.tags.join('\n') })
  return {
    ...words,
    data: words.data + collectExtraText(record),
    domain: domains.join('\n'),
    path: toSearchText(decodeText(record.path ?? getPath(record.link ?? ''))),
    link: toSearchText(decodeText(record.link ?? record.path ?? '')),
    parameters: toSearchText(values.parameters.join('\n')),
    note: toSearchText(local.note ?? ''),
    profile: toSearchText(record.profileName),
    author: toSearchText(record.author ?? ''),
    marks: formatMarks(values) + (record.run ? ` ${mark('run', record.run)}` : ''),
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
  target: decodeText,
  appTarget: decodeText,
  preview: () => '',
  path: () => '',
  image: decodeText,
}

/**
 * Returns the stored value of a field if the service reports it, otherwise the requested one; `null` if there
 * is no text.
 */
export function fieldText({ stored, request }: LinkRecord, name: FieldName): string | null {
  const storedFlag = stored && !stored.unreported?.includes(name)
  const value = storedFlag ? stored[name] : (request?.[name] ?? null)
  if (typeof value === 'string') return value || null
  if (typeof value !== 'object' || value === null) return null
  return (Array.isArray(value) ? value.join('\n') : value.url) || null
}

/** A time in JSON. As words, its numbers would be in every link of the same month. */
const jsonTime = /^"\d{4}-\d\d-\d\dT[^"]*"$/

/** Returns the service's additional fields, which the specification doesn't define, as text, without times and empty ones. */
function collectExtraText({ stored }: LinkRecord): string {
  const fields = Object.entries(stored?.extra ?? {}).filter(
    ([, json]) => json !== 'null' && !jsonTime.test(json),
  )
  const extra = fields.map(([name, json]) => `${name}\n${jsonText(json)}`)
  return toSearchText(extra.join('\n').slice(0, maxTextLength))
}

function getPath(link: string): string {
  return URL.parse(link)?.pathname.slice(1) ?? ''
}

function getDomain(address: string): string | null {
  return URL.parse(address)?.host.toLowerCase() || null
}

function formatMarks(values: EntryValues): string {
  const flags = (['archived', 'starred', 'added', 'damaged'] as const).filter((flag) => values[flag])
  const single = {
    state: values.state,
    check: values.lastCheck,
    // References (links of other services) have no environment of ours.
    environment: values.state === 'reference' ? null : values.environment,
    profile: values.profileId,
  }
  return [
    mark('all'),
    ...flags.map((flag) => mark(flag)),
    ...Object.entries(single).flatMap(([kind, value]) =>
      value === null ? [] : [mark(kind as keyof typeof single, value)],
    ),
    ...values.tags.map((tag) => mark('tag', tag)),
    ...listFilters.flatMap((filter) =>
      toList(values[facetColumns[filter]]).map((value) => mark(filter, value)),
    ),
  ].join(' ')
}

/** Returns a column's values as a list: none, one or several. */
function toList(value: string | readonly string[] | null): readonly string[] {
  if (value === null) return []
  return typeof value === 'string' ? [value] : value
}
