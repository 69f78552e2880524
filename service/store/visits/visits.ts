import { programKinds, visitOutcomes, visitPlatforms } from '../../../contract/service/link/visits.ts'
import type { ProgramKind, VisitOutcome, VisitPlatform } from '../../../contract/service/link/visits.ts'

/** The column of a kind of program. */
export type BotColumn = `bots_${ProgramKind}`
const botColumns = programKinds.map((kind): BotColumn => `bots_${kind}`)

/**
 * What is counted for a link, in column order: people's visits twice, by platform and by outcome; then the rest. Bots are
 * counted in total and by kind; those of earlier versions have no kind.
 */
export const countNames = [
  ...visitPlatforms,
  ...visitOutcomes,
  'bots',
  'cards',
  'tests',
  ...botColumns,
] as const
export type CountName = VisitPlatform | VisitOutcome | 'bots' | 'cards' | 'tests' | BotColumn

/** Number of hours in a row's period. */
export const spans = { hour: 1, day: 24 } as const
export type Span = (typeof spans)[keyof typeof spans]

/** A link's counts in a period that begins `start` hours after 1970, UTC. */
export interface VisitRow {
  link: number
  span: Span
  start: number
  /** In the order of `countNames`. */
  counts: number[]
}

/** Number of a link's visits from one host on one day. */
export interface ReferrerRow {
  link: number
  /** Of the day, as in a `VisitRow`. */
  start: number
  host: string
  visits: number
}

/** Sum of all stored visits of a link, by whole days. */
export interface VisitSum {
  link: number
  /** Start of the first day. */
  since: number
  /** Start of the last day with visits by people; `null` if there is none. */
  last: number | null
  people: number
  bots: number
  cards: number
  tests: number
}

/** People's visits to a link on one day. */
export interface DailyVisitors {
  link: number
  start: number
  people: number
}

/**
 * Visits of one hour to add. The database skips a batch whose number isn't above its writer's last one, so
 * that a batch can be sent again if its answer was lost.
 */
export interface VisitBatch {
  writer: string
  number: number
  /** When it is sent, in milliseconds since 1970. */
  sentAt: number
  /** Hours since 1970. */
  hour: number
  /** Ascending, so that every writer locks rows in the same order. */
  links: Float64Array
  /** Counts of each link, in the order of `countNames`. */
  counts: Int32Array
  referrers: Referrals
}

/** Visits in the batch's hour by referring host, as parallel arrays because they are sent between threads. */
export interface Referrals {
  /** A link appears once for each of its hosts. */
  links: number[]
  hosts: string[]
  visits: number[]
}

/** Visits that start before these times are deleted. */
export interface VisitRetention {
  /** In hours since 1970: the first day and the first hour to keep. */
  day: number
  hour: number
  /** In milliseconds since 1970: a writer that hasn't written since then has exited. */
  writer: number
}

/**
 * Maximum number of hosts stored for a link's day. Reports show fewer; the rest lets a late host become one
 * of the most frequent.
 */
export const maxHostsPerDay = 200

/** Returns the start of the UTC day that an hour belongs to. */
export function startOfDay(hour: number): number {
  return hour - (hour % spans.day)
}

/** Returns the counts of a row by their names. */
export function countsByName({ counts }: Pick<VisitRow, 'counts'>): Record<string, number> {
  return Object.fromEntries(countNames.map((name, index) => [name, counts[index] ?? 0]))
}
