import type { ParsedInput, CallOutput } from '../../../contract/calls.ts'
import type { FacetName } from '../../../contract/calls/collection.ts'
import type { LibraryRow } from '../../../contract/library/row.ts'
import { isDamage } from '../../folder/sqliteError.ts'
import { distrustIndex } from '../index/prepare.ts'
import type { Database } from '../open.ts'
import { textsIn } from '../tags.ts'
import { createChanges } from './changes.ts'
import type { Changes } from './changes.ts'
import { cursorAfter, cursorIn, orderOf, selectionOf } from './selection.ts'

type Answer<N extends 'links.search' | 'links.count' | 'links.facets'> = (
  input: ParsedInput<N>,
) => CallOutput<N>

/** The library as a collection. */
export interface Collection extends Changes {
  search: Answer<'links.search'>
  count: Answer<'links.count'>
  facets: Answer<'links.facets'>
}

/** Counting stops here unless it is to be exact. */
const countedAtOnce = 1_000
/** Values are gathered from as many links, the newest. */
const facetsFrom = 10_000
const mostValues = 20_000

export function createCollection(database: Database): Collection {
  return { ...reading(database), ...createChanges(database) }
}

function reading({ sql, writable, filling }: Database): Omit<Collection, keyof Changes> {
  const looking =
    <I, O>(look: (input: I) => O) =>
    (input: I): O => {
      try {
        return look(input)
      } catch (error) {
        if (isDamage(error) && writable) distrustIndex(sql)
        throw error
      }
    }
  return {
    search: looking(({ view, after, limit }) => {
      const cursor = after === undefined ? undefined : (cursorIn(after) ?? undefined)
      const selection = selectionOf(sql, view, cursor)
      const found = sql
        .prepare(`SELECT entries.* ${selection.from} ${orderOf(view, selection)} LIMIT ?`)
        .all(...selection.values, limit + 1)
      const shown = found.slice(0, limit)
      const last = found.length > limit ? shown.at(-1) : undefined
      return {
        rows: shown.map(rowOf),
        next: last ? cursorAfter(view, last) : null,
        partial: !filling.isDone(),
      }
    }),
    count: looking(({ view, exact }) => {
      const { from, values } = selectionOf(sql, view)
      const limit = exact ? -1 : countedAtOnce + 1
      const counted = sql
        .prepare(`SELECT count(*) AS total FROM (SELECT 1 ${from} LIMIT ?)`)
        .get(...values, limit)
      const total = Number(counted?.['total'])
      return exact || total <= countedAtOnce
        ? { total, atLeast: !filling.isDone() }
        : { total: countedAtOnce, atLeast: true }
    }),
    facets: looking(({ of, view, prefix, limit }) => {
      const selection = selectionOf(sql, { ...view, sort: 'newest' })
      const newest = `SELECT entries.* ${selection.from} ${orderOf({ ...view, sort: 'newest' }, selection)} LIMIT ?`
      const value = facetValues[of]
      const counted = sql
        .prepare(
          `SELECT value, count(*) AS count FROM (SELECT ${value.what} AS value FROM (${newest}) AS entry${value.from})
           WHERE value IS NOT NULL GROUP BY value ORDER BY count DESC, value LIMIT ?`,
        )
        .all(...selection.values, facetsFrom, mostValues) as { value: string; count: number }[]
      const begins = prefix.toLowerCase()
      const values = counted
        .filter(({ value }) => value.toLowerCase().startsWith(begins))
        .slice(0, limit)
        .map(({ value, count }) => ({ value, count }))
      const total = sql
        .prepare(`SELECT count(*) AS total FROM (${newest})`)
        .get(...selection.values, facetsFrom + 1)
      return { values, sampled: Number(total?.['total']) > facetsFrom || !filling.isDone() }
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

function rowOf(row: Record<string, unknown>): LibraryRow {
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
    campaign: textOrNull('campaign'),
    source: textOrNull('source'),
    medium: textOrNull('medium'),
    tags: textsIn(text('tags')),
    link: textOrNull('link'),
    path: textOrNull('path'),
    createdAt: text('created_at'),
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
