import type { ParsedInput, CallOutput } from '../../../contract/calls.ts'
import type { FacetName } from '../../../contract/calls/collection.ts'
import type { LibraryRow } from '../../../contract/library/row.ts'
import { isDamage } from '../../folder/sqliteError.ts'
import { invalidateIndex } from '../index/openIndex.ts'
import type { Database } from '../openDatabase.ts'
import { parseTexts } from '../tags.ts'
import { createChanges } from './changes.ts'
import type { Changes } from './changes.ts'
import { formatCursor, parseCursor, buildOrder, buildSelection } from './selection.ts'

type Answer<N extends 'links.search' | 'links.count' | 'links.facets'> = (
  input: ParsedInput<N>,
) => CallOutput<N>

/** The library as a collection of links. */
export interface Collection extends Changes {
  search: Answer<'links.search'>
  count: Answer<'links.count'>
  facets: Answer<'links.facets'>
}

/** Maximum count unless an exact one is requested. */
const maxQuickCount = 1_000
/** Maximum number of links, newest first, whose values are counted. */
const maxFacetLinks = 10_000
const maxFacetValues = 20_000

export function createCollection(database: Database): Collection {
  return { ...createReading(database), ...createChanges(database) }
}

function createReading({ sql, writable, filling }: Database): Omit<Collection, keyof Changes> {
  const looking =
    <I, O>(look: (input: I) => O) =>
    (input: I): O => {
      try {
        return look(input)
      } catch (error) {
        if (isDamage(error) && writable) invalidateIndex(sql)
        throw error
      }
    }
  return {
    search: looking(({ view, after, limit }) => {
      const cursor = after === undefined ? undefined : (parseCursor(after) ?? undefined)
      const selection = buildSelection(sql, view, cursor)
      const found = sql
        .prepare(`SELECT entries.* ${selection.from} ${buildOrder(view, selection)} LIMIT ?`)
        .all(...selection.values, limit + 1)
      const pageRows = found.slice(0, limit)
      const last = found.length > limit ? pageRows.at(-1) : undefined
      return {
        rows: pageRows.map(toLibraryRow),
        next: last ? formatCursor(view, last) : null,
        partial: !filling.isDone(),
      }
    }),
    count: looking(({ view, exact }) => {
      const { from, values } = buildSelection(sql, view)
      const limit = exact ? -1 : maxQuickCount + 1
      const counted = sql
        .prepare(`SELECT count(*) AS total FROM (SELECT 1 ${from} LIMIT ?)`)
        .get(...values, limit)
      const total = Number(counted?.['total'])
      return exact || total <= maxQuickCount
        ? { total, atLeast: !filling.isDone() }
        : { total: maxQuickCount, atLeast: true }
    }),
    facets: looking(({ of: facet, view, prefix, limit }) => {
      const selection = buildSelection(sql, { ...view, sort: 'newest' })
      const newest = `SELECT entries.* ${selection.from} ${buildOrder({ ...view, sort: 'newest' }, selection)} LIMIT ?`
      const value = facetValues[facet]
      const counted = sql
        .prepare(
          `SELECT value, name, max(seq), count(*) AS count
           FROM (SELECT ${value.what} AS value, profile_name AS name, seq FROM (${newest}) AS entry${value.from})
           WHERE value IS NOT NULL GROUP BY value ORDER BY count DESC, value LIMIT ?`,
        )
        .all(...selection.values, maxFacetLinks, maxFacetValues) as {
        value: string
        name: string
        count: number
      }[]
      const begins = prefix.toLowerCase()
      const values = counted
        .filter(({ value }) => value.toLowerCase().startsWith(begins))
        .slice(0, limit)
        .map(({ value, name, count }) => ({ value, count, ...(facet === 'profile' ? { name } : {}) }))
      const total = sql
        .prepare(`SELECT count(*) AS total FROM (${newest})`)
        .get(...selection.values, maxFacetLinks + 1)
      return { values, sampled: Number(total?.['total']) > maxFacetLinks || !filling.isDone() }
    }),
  }
}

const facetValues: Record<FacetName, { what: string; from: string }> = {
  tags: { what: 'part.value', from: ', json_each(entry.tags) AS part' },
  domain: { what: 'part.value', from: ', json_each(entry.domains) AS part' },
  campaign: { what: 'campaign', from: '' },
  source: { what: 'source', from: '' },
  medium: { what: 'medium', from: '' },
  profile: { what: 'profile_id', from: '' },
  state: { what: 'state', from: '' },
  environment: { what: 'environment', from: '' },
  check: { what: 'last_check', from: '' },
}

function toLibraryRow(row: Record<string, unknown>): LibraryRow {
  const text = (name: string) => row[name] as string
  const textOrNull = (name: string) => row[name] as string | null
  return {
    id: text('id'),
    state: row['state'] as LibraryRow['state'],
    environment: row['environment'] as LibraryRow['environment'],
    profileId: text('profile_id'),
    profileName: text('profile_name'),
    title: textOrNull('title'),
    destination: textOrNull('destination'),
    moreDestinations: Number(row['more_destinations']),
    campaign: textOrNull('campaign'),
    source: textOrNull('source'),
    medium: textOrNull('medium'),
    tags: parseTexts(text('tags')),
    link: textOrNull('link'),
    path: textOrNull('path'),
    createdAt: text('created_at'),
    knownCreatedAt: textOrNull('known_created_at'),
    checkedAt: textOrNull('checked_at') || null,
    starred: row['starred'] === 1,
    archived: row['archived'] === 1,
    note: textOrNull('note'),
    added: row['added'] === 1,
    damaged: row['damaged'] === 1,
    differs: row['differs'] === 1,
    lastCheck: row['last_check'] as LibraryRow['lastCheck'],
  }
}
