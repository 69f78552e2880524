import { z } from 'zod'

/** The extension of our own service that reports visits, as the `Link-Service` header names it (specification 4.4). */
export const visitsExtension = 'visits'

/** What people visit links on. `other` says that the browser names no system that we know. */
export const visitPlatforms = ['ios', 'android', 'desktop', 'other'] as const
export type VisitPlatform = (typeof visitPlatforms)[number]

/** What their visits end in. A phone that opens the app itself asks no link host, so nobody can count that here. */
export const visitOutcomes = ['redirect', 'preview', 'landing', 'inactive'] as const
export type VisitOutcome = (typeof visitOutcomes)[number]

/** What the hosts beyond the commonest are counted under, and those that cannot be told. No host has a name without a dot. */
export const otherReferrers = 'other'

/** The limits of what is asked for at once. */
export const visitLimits = {
  /** Paths of one `POST /visits`. */
  paths: 200,
  /** Days of one `GET /link/:link_path/visits`. */
  days: 366,
  /** Days of a line. */
  line: 14,
  /** Days that are answered when none are named. */
  usualDays: 30,
  /** Hosts that are named for each day. */
  referrers: 50,
} as const

/** The query by which the app opens a link: its visit is a test and no one's. */
export const testQuery = 'linkwright-test'

/** The address by which a link is opened for a test. */
export function testAddress(link: string): string {
  const [address = '', ...fragment] = link.split('#')
  const query = `${address}${address.includes('?') ? '&' : '?'}${testQuery}`
  return [query, ...fragment].join('#')
}

const count = z.int().nonnegative()

const tally = {
  /** Visits of people: all platforms together, which is also all outcomes together. */
  total: count,
  /** Crawlers, previews fetched for a card, `HEAD` and prefetches. None of them is in `total`. */
  bots: count,
  /** Those bots that were shown a card to draw. */
  cards: count,
  /** Visits with `testQuery`. None of them is in `total`. */
  tests: count,
}

const counted = {
  ...tally,
  platforms: z.object({ ios: count, android: count, desktop: count, other: count }),
  outcomes: z.object({ redirect: count, preview: count, landing: count, inactive: count }),
}

/** The visits of one UTC day. */
export const visitDay = z.object({
  day: z.iso.date(),
  ...counted,
  /** By the host of the page that led to the link; visits that name none are not in it. */
  referrers: z.record(z.string(), count),
})
export type VisitDay = z.infer<typeof visitDay>

/** The visits of one of the last hours, by when it began. */
export const visitHour = z.object({ hour: z.iso.datetime(), ...counted })
export type VisitHour = z.infer<typeof visitHour>

/** The answer of `GET /link/:link_path/visits` (specification 4.5). Days and hours without a visit are left out. */
export const visitsAnswer = z.object({
  visits: z.object({
    ...tally,
    /** The first day of which `total` and the like have visits; `null` when there were none. */
    since: z.iso.date().nullable(),
    days: z.array(visitDay),
    hours: z.array(visitHour),
  }),
})
export type VisitsAnswer = z.infer<typeof visitsAnswer>

/** The query of `GET /link/:link_path/visits`. */
export const visitsQuery = z.strictObject({
  from: z.iso.date('Must be a day such as 2026-11-01.').optional(),
  to: z.iso.date('Must be a day such as 2026-11-30.').optional(),
})
export type VisitsQuery = z.infer<typeof visitsQuery>

/** The body of `POST /visits`. */
export const visitsRequest = z.strictObject({
  paths: z
    .array(z.string('Must be the path of a link.'), 'Must be a list of paths.')
    .min(1, 'Must name at least one path.')
    .max(visitLimits.paths, `Must name at most ${visitLimits.paths} paths.`),
})

/** The answer of `POST /visits`: by path, for those of the links that there are. */
export const visitLinesAnswer = z.object({
  /** The first and the last day of each line. */
  from: z.iso.date(),
  to: z.iso.date(),
  visits: z.record(
    z.string(),
    z.object({
      ...tally,
      since: z.iso.date().nullable(),
      /** People's visits of each day from `from` to `to`. */
      line: z.array(count).length(visitLimits.line),
    }),
  ),
})
export type VisitLinesAnswer = z.infer<typeof visitLinesAnswer>
