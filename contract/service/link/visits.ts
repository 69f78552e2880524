import { z } from 'zod'
import { pathList } from '../path/pathList.ts'

/** Platforms of visitors. `other` means that the browser's system is unknown. */
export const visitPlatforms = ['ios', 'android', 'desktop', 'other'] as const
export type VisitPlatform = (typeof visitPlatforms)[number]

/**
 * How visits end. A phone that opens the app directly never contacts the link host, so app opens aren't
 * counted.
 */
export const visitOutcomes = ['redirect', 'preview', 'landing', 'inactive'] as const
export type VisitOutcome = (typeof visitOutcomes)[number]

/** Kinds of programs that visit links, by what they say in their user agent. */
export const programKinds = ['preview', 'search', 'ai', 'monitor', 'script', 'other'] as const
export type ProgramKind = (typeof programKinds)[number]

/** The entry for less common and unknown hosts. Has no dot, so it can't collide with a host. */
export const otherReferrers = 'other'

/** Limits of one request. */
export const visitLimits = {
  /** Paths per `POST /visits`. */
  paths: 200,
  /** Days per `GET /link/:link_path/visits`. */
  days: 366,
  /** Days per line. */
  line: 14,
  /** Days returned if none are given. */
  defaultDays: 30,
  /** Referrer hosts listed per day. */
  referrers: 50,
} as const

/** Query parameter of the app's own test visits, which aren't counted as visits. */
export const testQuery = 'linkwright-test'

/** Returns the address that opens a link as a test. */
export function testAddress(link: string): string {
  const [address = '', ...fragment] = link.split('#')
  const query = `${address}${address.includes('?') ? '&' : '?'}${testQuery}`
  return [query, ...fragment].join('#')
}

const count = z.int().nonnegative()

const tally = {
  /** Visits by humans: the sum over all platforms, and also over all outcomes. */
  total: count,
  /** Programs, including `HEAD` and prefetch requests. Not included in `total`. */
  bots: count,
  /** Bots that received a preview card. */
  cards: count,
  /** Visits with `testQuery`. Not included in `total`. */
  tests: count,
}

const counted = {
  ...tally,
  /** Bots by `ProgramKind`, or `unknown` for those counted before kinds were. Absent in services without kinds. */
  bot_kinds: z.record(z.string(), count).optional(),
  platforms: z.object({ ios: count, android: count, desktop: count, other: count }),
  outcomes: z.object({ redirect: count, preview: count, landing: count, inactive: count }),
}

/** The visits of one UTC day. */
const visitDay = z.object({
  day: z.iso.date(),
  ...counted,
  /** By host of the referring page. Visits without a referrer aren't included. */
  referrers: z.record(z.string(), count),
})
export type VisitDay = z.infer<typeof visitDay>

/** The visits of one of the last hours, by its start. */
const visitHour = z.object({ hour: z.iso.datetime(), ...counted })
export type VisitHour = z.infer<typeof visitHour>

/** The response to `GET /link/:link_path/visits` (specification 4.5). Days and hours without visits are omitted. */
export const visitsResponse = z.object({
  visits: z.object({
    ...tally,
    /** The first day included in the totals; `null` if there were no visits. */
    since: z.iso.date().nullable(),
    days: z.array(visitDay),
    hours: z.array(visitHour),
  }),
})
export type VisitsResponse = z.infer<typeof visitsResponse>

/** The query of `GET /link/:link_path/visits`. */
export const visitsQuery = z.strictObject({
  from: z.iso.date('Must be a day such as 2026-11-01.').optional(),
  to: z.iso.date('Must be a day such as 2026-11-30.').optional(),
})
export type VisitsQuery = z.infer<typeof visitsQuery>

/** The body of `POST /visits`. */
export const visitsRequest = z.strictObject({
  paths: pathList(visitLimits.paths),
})

/** The response to `POST /visits`, by path. Unknown paths are omitted. */
export const visitLinesResponse = z.object({
  /** The first and last day of each line. */
  from: z.iso.date(),
  to: z.iso.date(),
  visits: z.record(
    z.string(),
    z.object({
      ...tally,
      since: z.iso.date().nullable(),
      /** The last day with visits by humans. Absent in earlier versions. */
      last: z.iso.date().nullable().optional(),
      /** Visits by humans per day, from `from` to `to`. */
      line: z.array(count).length(visitLimits.line),
    }),
  ),
})
export type VisitLinesResponse = z.infer<typeof visitLinesResponse>
