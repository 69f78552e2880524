import { z } from 'zod'
import { byName, changeableFields } from './fields.ts'
import { generateRequestWith, targetUrl } from './generate.ts'
import { link } from './link.ts'
import { lookupLimits } from '../path/lookupLimits.ts'
import { pathList } from '../path/pathList.ts'
import type { ExtraTargetCheck } from './target.ts'
import { parseTimestamp } from '../text/timestamp.ts'

/** Limits of a link's history (specification 4.10). */
export const historyLimits = {
  /** Maximum and default number of entries in a response. */
  entries: 200,
  defaultEntries: 50,
  /** A response ends when its entries reach this many bytes. */
  answerBytes: 1_024 * 1_024,
} as const

const switchField = z.boolean({ error: 'Must be true or false.' })
const untilField = z
  .string({ error: 'Must be a time, or null.' })
  .refine((text) => parseTimestamp(text) !== null, {
    error: 'Must be a time with a UTC offset, such as 2026-12-31T23:59:59Z (RFC 3339).',
  })

/**
 * Returns a schema for the changeable fields of a link: those of a create, and when it is active. `further` also checks
 * every valid redirect target.
 */
export function changedFieldsWith(further?: ExtraTargetCheck) {
  return generateRequestWith(further).omit({ path: true }).extend({
    active: switchField.optional(),
    active_until: untilField.optional(),
    pass_query: switchField.optional(),
  })
}

/**
 * Returns a schema for the body of `PATCH /link/:link_path` (specification 4.9): a JSON merge patch of these fields. `null`
 * removes a value, except that of `active`.
 */
export function changeRequestWith(further?: ExtraTargetCheck) {
  const { shape } = generateRequestWith(further)
  const notRedirect = { error: 'Must be an object, or null.' }
  const url = targetUrl(further).nullish()
  const appTarget = z
    .strictObject({ url, open_app_if_installed: switchField.nullish() }, notRedirect)
    .nullish()
  return z.strictObject(
    {
      ...byName(changeableFields, (name) => shape[name].nullable()),
      ios_custom_redirect: appTarget,
      android_custom_redirect: appTarget,
      desktop_custom_redirect: z.strictObject({ url }, notRedirect).nullish(),
      active: switchField.optional(),
      active_until: untilField.nullish(),
      pass_query: switchField.nullish(),
    },
    { error: 'Must be a JSON object.' },
  )
}

const time = z.iso.datetime()

/** One change of a link, with values in the format of a change request. */
export const historyEntry = z.object({
  at: time,
  /** Name of the key that made it; `null` for the operator. */
  by: z.string().nullable(),
  fields: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
})
export type HistoryEntry = z.infer<typeof historyEntry>

/** The response to `PATCH /link/:link_path` (specification 4.9). `change` is `null` if nothing differed. */
export const changeResponse = z.object({
  link: link.extend({ active_until: time.nullable(), pass_query: z.boolean().nullable() }),
  change: historyEntry.nullable(),
})

/** The query of `GET /link/:link_path/history`. */
export const historyQuery = z.object({
  before: z
    .string()
    .refine((text) => parseTimestamp(text) !== null, { error: 'Must be the value of next from a response.' })
    .describe('Only changes before this time, which is the value of next from a response.')
    .optional(),
  limit: z
    .string()
    .regex(/^(?:[1-9]\d?|1\d\d|200)$/, `Must be a number from 1 to ${historyLimits.entries}.`)
    .describe(
      `Maximum number of changes, up to ${historyLimits.entries}. Default: ${historyLimits.defaultEntries}.`,
    )
    .optional(),
})

/** The response to `GET /link/:link_path/history` (specification 4.10), newest first. */
export const historyResponse = z.object({
  history: z.array(historyEntry),
  /** Continues with older changes; `null` if there are none. */
  next: time.nullable(),
})

/** The body of `POST /links/history`. */
export const historiesRequest = z.strictObject({
  paths: pathList(lookupLimits.paths),
  since: z
    .string('Must be a time.')
    .refine((text) => parseTimestamp(text) !== null, { error: 'Must be a time (RFC 3339).' })
    .describe('Only changes after this time.'),
})

/** The response to `POST /links/history` (specification 4.10), newest first. Unknown paths are omitted. */
export const historiesResponse = z.object({
  history: z.record(z.string(), z.array(historyEntry)),
  /** Paths to request individually, because the response would have become too long. */
  remaining: z.array(z.string()),
})
