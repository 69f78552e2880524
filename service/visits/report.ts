import { byName } from '../../contract/service/link/fields.ts'
import {
  otherReferrers,
  programKinds,
  visitLimits,
  visitOutcomes,
  visitPlatforms,
  type VisitDay,
  type VisitHour,
  type VisitLinesResponse,
  type VisitsResponse,
} from '../../contract/service/link/visits.ts'
import { countNames, spans } from '../store/visits/visits.ts'
import type { CountName, ReferrerRow, VisitRetention, VisitRow, VisitSum } from '../store/visits/visits.ts'
import type { VisitStore } from '../store/visits/visitStore.ts'

const hourMs = 3_600_000

/** An inclusive range of days, as visits store them. */
export interface Days {
  from: number
  to: number
}

/** Parses a day such as `2026-11-22`, as visits store it. */
export function parseDay(text: string): number {
  return Date.parse(`${text}T00:00:00Z`) / hourMs
}

/** Formats a day as `2026-11-22`. */
export function formatDay(start: number): string {
  return new Date(start * hourMs).toISOString().slice(0, 10)
}

/** Reads all visits of a link, by day for the requested days. */
export async function readVisits(
  visits: VisitStore,
  link: number,
  { from, to: lastDay }: Days,
  retention: VisitRetention,
): Promise<VisitsResponse['visits']> {
  const firstDay = Math.max(from, retention.day)
  const [sums, days, hours, referrers] = await Promise.all([
    visits.sum([link]),
    visits.find([link], spans.day, firstDay, lastDay),
    visits.find([link], spans.hour, retention.hour, Number.MAX_SAFE_INTEGER),
    visits.findReferrers(link, firstDay, lastDay),
  ])
  const byDay = Map.groupBy(referrers, ({ start }) => start)
  return {
    ...toTally(sums[0]),
    days: days.map((row) => ({
      day: formatDay(row.start),
      ...toHourCounts(row),
      referrers: topReferrers(byDay.get(row.start) ?? []),
    })),
    hours: hours.map((row) => ({ hour: new Date(row.start * hourMs).toISOString(), ...toHourCounts(row) })),
  }
}

/** Reads the totals of links, and visits by people on each of the last days up to `today`, by path. */
export async function readVisitLines(
  visits: VisitStore,
  links: readonly { id: number; path: string }[],
  today: number,
): Promise<VisitLinesResponse> {
  const ids = links.map(({ id }) => id)
  const from = today - (visitLimits.line - 1) * spans.day
  const [sums, rows] = await Promise.all([visits.sum(ids), visits.findPeople(ids, from, today)])
  const sumByLink = new Map(sums.map((sum) => [sum.link, sum]))
  const rowsByLink = Map.groupBy(rows, ({ link }) => link)
  const lines = links.map(({ id, path }) => {
    const line = Array<number>(visitLimits.line).fill(0)
    for (const { start, people } of rowsByLink.get(id) ?? []) line[(start - from) / spans.day] = people
    const sum = sumByLink.get(id)
    const last = typeof sum?.last === 'number' ? formatDay(sum.last) : null
    return [path, { ...toTally(sum), last, line }] as const
  })
  return { from: formatDay(from), to: formatDay(today), visits: Object.fromEntries(lines) }
}

function toTally(sum: VisitSum | undefined) {
  const { people: total, bots, cards, tests } = sum ?? { people: 0, bots: 0, cards: 0, tests: 0 }
  return { total, bots, cards, tests, since: sum ? formatDay(sum.since) : null }
}

function toHourCounts({ counts }: VisitRow): Omit<VisitHour, 'hour'> {
  const count = (name: CountName) => counts[countNames.indexOf(name)] ?? 0
  const platforms = byName(visitPlatforms, count)
  const kinds = byName(programKinds, (kind) => count(`bots_${kind}`))
  const known = programKinds.reduce((sum, kind) => sum + kinds[kind], 0)
  return {
    total: visitPlatforms.reduce((sum, name) => sum + platforms[name], 0),
    bots: count('bots'),
    cards: count('cards'),
    tests: count('tests'),
    bot_kinds: { ...kinds, unknown: Math.max(0, count('bots') - known) },
    platforms,
    outcomes: byName(visitOutcomes, count),
  }
}

/** Returns the most frequent hosts of a day, which come first, and the sum of all others. */
function topReferrers(rows: readonly ReferrerRow[]): VisitDay['referrers'] {
  const namedRows = rows.filter(({ host }) => host !== otherReferrers).slice(0, visitLimits.referrers)
  const sum = (referrers: readonly ReferrerRow[]) =>
    referrers.reduce((total, { visits }) => total + visits, 0)
  return {
    ...Object.fromEntries(namedRows.map(({ host, visits }) => [host, visits])),
    [otherReferrers]: sum(rows) - sum(namedRows),
  }
}
