import { visitPlatforms } from '../../contract/visits.ts'
import type { Row } from './selection.ts'
import { listed } from './sql.ts'
import { StoreDamaged } from './unavailable.ts'
import { countNames, spans } from './visits.ts'
import type { PeopleOfDay, ReferrerRow, VisitRow, VisitSum } from './visits.ts'

/** The parts of statements that both engines share. */
export const visitKey = ['link_id', 'span', 'start'] as const
export const visitColumns: readonly string[] = [...visitKey, ...countNames]
export const referrerKey = ['link_id', 'start', 'host'] as const
export const referrerColumns: readonly string[] = [...referrerKey, 'visits']

/** What an upsert sets where a row is there already: the sum. */
export const addingCounts = countNames.map((name) => `${name} = visits.${name} + excluded.${name}`).join(', ')
export const addingReferrals = 'visits = visit_referrers.visits + excluded.visits'

/** What a copy sets: the row of the source, where it tells of more than the one that is there. */
export const overwritingFewer = `${countNames.map((name) => `${name} = excluded.${name}`).join(', ')}
  WHERE ${sumOf(countNames, 'excluded')} > ${sumOf(countNames, 'visits')}`
export const overwritingFewerReferrals =
  'visits = excluded.visits WHERE excluded.visits > visit_referrers.visits'

/** A sum over whole days, as integers: PostgreSQL would make a decimal of it. */
export const sums = [
  'link_id, MIN(start)',
  ...[sumOf(visitPlatforms), 'bots', 'cards', 'tests'].map((sum) => `CAST(SUM(${sum}) AS BIGINT)`),
].join(', ')

function sumOf(names: readonly string[], table?: string): string {
  return listed(names, table).replaceAll(', ', ' + ')
}

/** People's visits, which are counted once for each platform. */
export const people = sumOf(visitPlatforms)

/** Reads `link_id`, `start` and `people`. */
export function peopleOfRow(row: Row): PeopleOfDay {
  const [link, start, count] = numbersOf(row)
  return { link, start, people: count }
}

/** Reads what `visitColumns` select. */
export function visitOfRow(row: Row): VisitRow {
  const [link, span, start, ...counts] = numbersOf(row)
  if (span !== spans.hour && span !== spans.day) throw damaged()
  return { link, span, start, counts }
}

/** Reads what `sums` select. */
export function visitSumOfRow(row: Row): VisitSum {
  const [link, since, people, bots = 0, cards = 0, tests = 0] = numbersOf(row)
  return { link, since, people, bots, cards, tests }
}

/** Reads what `referrerColumns` select. */
export function referrerOfRow([link, start, host, visits]: Row): ReferrerRow {
  if (typeof host !== 'string') throw damaged()
  const [linkId, startHour, count] = numbersOf([link, start, visits])
  return { link: linkId, start: startHour, host, visits: count }
}

function numbersOf(row: Row): [number, number, number, ...number[]] {
  if (row.length < 3 || !row.every((value) => typeof value === 'number')) throw damaged()
  return row as [number, number, number, ...number[]]
}

function damaged(): StoreDamaged {
  return new StoreDamaged('A stored row of visits has values that none can have.')
}
