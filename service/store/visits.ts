import { visitOutcomes, visitPlatforms } from '../../contract/visits.ts'
import type { VisitOutcome, VisitPlatform } from '../../contract/visits.ts'

/** What is counted for a link, in the order of the columns: people's visits twice, by platform and by outcome; then the rest. */
export const countNames = [...visitPlatforms, ...visitOutcomes, 'bots', 'cards', 'tests'] as const
export type CountName = VisitPlatform | VisitOutcome | 'bots' | 'cards' | 'tests'

/** How many hours a row of visits stands for. */
export const spans = { hour: 1, day: 24 } as const
export type Span = (typeof spans)[keyof typeof spans]

/** The rows of a link in a period, which begins `start` hours after the beginning of 1970, UTC. */
export interface VisitRow {
  link: number
  span: Span
  start: number
  /** In the order of `countNames`. */
  counts: number[]
}

/** How many visits of a link came from a host on one day. */
export interface ReferrerRow {
  link: number
  /** Of the day, as in a `VisitRow`. */
  start: number
  host: string
  visits: number
}

/** All visits of a link that are kept, of whole days. */
export interface VisitSum {
  link: number
  /** The start of the first day. */
  since: number
  people: number
  bots: number
  cards: number
  tests: number
}

/** People's visits of a link on one day. */
export interface PeopleOfDay {
  link: number
  start: number
  people: number
}

/**
 * Visits of one hour to be added to what is stored. A batch whose number is not above that of the last one of its writer is
 * stored already, so that one whose answer was lost can be sent again.
 */
export interface VisitBatch {
  writer: string
  number: number
  /** When it is sent, in milliseconds since 1970. */
  at: number
  /** The hour, counted from the beginning of 1970. */
  hour: number
  /** Ascending, as locks on their rows are then taken by everybody in the same order. */
  links: Float64Array
  /** For each of the links its counts, in the order of `countNames`. */
  counts: Int32Array
  referrers: Referrals
}

/** Visits in the hour of their batch by the host that they came from, as arrays in step: what is sent from thread to thread. */
export interface Referrals {
  /** Ascending; a link stands here once for each of its hosts. */
  links: number[]
  hosts: string[]
  visits: number[]
}

/** Up to where visits are to be forgotten: what begins earlier goes. */
export interface VisitRetention {
  /** In hours since 1970: the start of the first day, and of the first hour, that stays. */
  day: number
  hour: number
  /** In milliseconds since 1970: a writer that has not written since then has ended. */
  writer: number
}

/** The visits in a database. Every method rejects as those of `Store` do. */
export interface VisitStore {
  /** Adds visits to those that are stored, all of the batch or nothing; one that is stored already changes nothing. */
  add(batch: VisitBatch): Promise<void>
  /** All visits of each of the links that has any. */
  sum(links: readonly number[]): Promise<VisitSum[]>
  /** The periods of these links that begin from `from` to `to`, both included, oldest first for each link. */
  find(links: readonly number[], span: Span, from: number, to: number): Promise<VisitRow[]>
  /** Of the same days, people's visits alone. */
  findPeople(links: readonly number[], from: number, to: number): Promise<PeopleOfDay[]>
  /** The hosts that a link's visits came from on the days that begin from `from` to `to`, oldest first, commonest first. */
  findReferrers(link: number, from: number, to: number): Promise<ReferrerRow[]>
  /** Forgets some of what is older than is kept. Resolves to how many rows that were; 0 when none is left. */
  prune(retention: VisitRetention): Promise<number>
  /** Forgets all visits of these links. Resolves to how many rows that were. */
  forget(links: readonly number[]): Promise<number>
  /** The rows after this one in the order of link, span and start, at most `limit` of them. */
  scan(after: Omit<VisitRow, 'counts'>, limit: number): Promise<VisitRow[]>
  /** The same of referring hosts, in the order of link, start and host. */
  scanReferrers(after: Omit<ReferrerRow, 'visits'>, limit: number): Promise<ReferrerRow[]>
  /** Stores rows as they are, over those that tell of fewer visits: for copies only. Resolves to how many were stored. */
  put(rows: VisitRow[]): Promise<number>
  putReferrers(rows: ReferrerRow[]): Promise<number>
}

/** Rows that are forgotten at once. */
export const pruneSize = 500

/** Hosts that a link's day may name in the database. The commonest are shown; room for more lets late ones become that. */
export const maxHostsPerDay = 200

/** The start of the UTC day that an hour is of. */
export function startOfDay(hour: number): number {
  return hour - (hour % spans.day)
}
