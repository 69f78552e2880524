import { z } from 'zod'
import { environment } from '../../service/api/environment.ts'
import { exportingServices } from '../library/imports.ts'
import { problem } from '../problems/problem.ts'
import { historyEntry } from '../../service/link/linkChanges.ts'
import { changePlan } from './changePlan.ts'
import { mapping, rowField } from './mapping/mapping.ts'
import { tableReading } from '../tables/reading.ts'

/**
 * State of a run. `trying`: the first row is being sent. `tried`: its link is to be reviewed. `paused`: by the user, by
 * closing the app, or by a problem. `done`: every row has a result. `cancelled`: the rest won't be sent.
 */
export const runState = z.enum([
  'preparing',
  'queued',
  'trying',
  'tried',
  'running',
  'paused',
  'done',
  'cancelled',
])
export type RunState = z.infer<typeof runState>

/**
 * `ready` and `faulty` rows haven't been sent yet; `skipped` and `existing` ones won't be. The others have their link's
 * state. In a change run, `existing` rows have nothing to change, and `created` ones were changed.
 */
export const rowState = z.enum([
  'ready',
  'faulty',
  'skipped',
  'existing',
  'pending',
  'created',
  'failed',
  'unknown',
])
export type RowState = z.infer<typeof rowState>

const rowCounts = z.record(rowState, z.int())
export type RowCounts = z.infer<typeof rowCounts>

/** The origin of a run's rows. */
const sourceKind = z.enum(['pasted', 'csv', 'xlsx', 'ods', 'lists', 'links', ...exportingServices])
export type SourceKind = z.infer<typeof sourceKind>

/** A set of rows that each create a link or, with `change`, change one. */
export const run = z.object({
  id: z.uuid(),
  name: z.string(),
  state: runState,
  profileId: z.string(),
  profileName: z.string(),
  environment,
  source: z.object({
    kind: sourceKind,
    name: z.string(),
    /** Set if the file used semicolons, so that its results use them as well. */
    delimiter: z.literal(';').optional(),
    /** How a file or paste was read, and the upload that it was read from, which is kept until the app closes. */
    reading: tableReading.optional(),
    file: z.uuid().optional(),
    isPasted: z.boolean().optional(),
    /**
     * Set if links move here: the column with their paths, the host of rows without one, and all runs of the file in order,
     * which start one after another.
     */
    move: z.object({ column: z.int(), host: z.string().optional(), parts: z.array(z.uuid()) }).optional(),
  }),
  /** Column names in order. */
  header: z.array(z.string()),
  mapping,
  /** Whether every row was checked with this mapping. Required before sending. */
  checked: z.boolean(),
  /**
   * Whether to create links that are already in the library again. Otherwise, their rows are `existing` and not sent, and
   * of rows that create the same link, only the first is sent.
   */
  createExisting: z.boolean(),
  /**
   * Whether the library's links are still being prepared for the comparison, after an update for example. Until then,
   * which rows exist already isn't known.
   */
  comparing: z.boolean(),
  /** The change of a change run; `null` for a run that creates links. */
  change: changePlan.nullable(),
  counts: rowCounts,
  /** Number of failed rows whose link someone else had changed since the dry run. */
  conflicts: z.int(),
  /** Number of `existing` rows whose link an earlier row creates. */
  repeated: z.int(),
  /** Number of rows with warnings, without those that aren't sent or already were. In a change run, of all rows. */
  withWarnings: z.int(),
  /** Number of ready rows whose own path the service wasn't asked about yet. */
  pathsToCheck: z.int(),
  /** Why it is paused; `null` if the user or closing the app paused it. */
  problem: problem.nullable(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
})
export type Run = z.infer<typeof run>

/**
 * Rows of a run that aren't sent yet, by what was found about their own paths. `ready` rows have one, `withoutPath` rows get
 * one from the service. `known`: the library has a link with the path, or an equal one. `atService`: the service has this link
 * with the path. `taken`: another link has the path. `repeated`: an earlier row has it. `refused`: it can't be used. `faulty`:
 * another error.
 */
const pathKind = z.enum([
  ...([
    'ready',
    'withoutPath',
    'known',
    'atService',
    'taken',
    'repeated',
    'refused',
    'faulty',
    'skipped',
  ] as const),
])
export const pathKinds = pathKind.options

export const pathCounts = z.object({
  rows: z.record(pathKind, z.int()),
  /** Paths that the service wasn't asked about yet. */
  unchecked: z.int(),
})
export type PathCounts = z.infer<typeof pathCounts>

/** Current throughput of a run, and when the service accepts requests again. */
export const runThroughput = z.object({
  perSecond: z.number(),
  /** Estimated milliseconds left; `null` if unknown. */
  leftMs: z.number().nullable(),
  /** Milliseconds until the service accepts requests again; 0 if it does already. */
  heldMs: z.number(),
  /** Why it last waited for the service; `null` once a row has an outcome after the wait. */
  heldBy: problem.nullable(),
  /** Milliseconds since the last response, excluding intentional waits. */
  quietMs: z.number(),
})
export type RunThroughput = z.infer<typeof runThroughput>

/** What a message says, if an own fix is offered for it: a value isn't in the rules' list, or there is none. */
const messageKind = z.enum(['unlisted', 'missing'])

/** An error or warning about a row: about one column, or about the whole row. */
export const rowWarning = z.object({
  column: z.int().nullable(),
  text: z.string(),
  kind: messageKind.optional(),
  /** The field of a missing value. */
  field: rowField.optional(),
  /** What was probably meant instead. */
  suggestion: z.string().optional(),
})
export type RowWarning = z.infer<typeof rowWarning>

export const runRow = z.object({
  /** Its number in the spreadsheet or the pasted text, starting at 1. Includes the header and blank rows. */
  number: z.int(),
  cells: z.array(z.string()),
  state: rowState,
  /** Errors that prevent sending. */
  errors: z.array(rowWarning),
  /** Warnings, such as an existing link with the same destination. */
  warnings: z.array(rowWarning),
  /** The id of its link in the library, once it is pending. For a change, whenever the library has the link. */
  linkId: z.uuid().nullable(),
  /**
   * The link that was created. For an `existing` row, the link in the library or of the earlier row. For a change, the link's
   * address, or the table's text in its place.
   */
  link: z.string().nullable(),
  problem: problem.nullable(),
  /** The link's title, with the template filled. In a change run, that of the link in the library. */
  title: z.string().nullable(),
  /** Where the link leads on a computer, with the template filled. In a change run, the link's first address. */
  address: z.string().nullable(),
  /** The channel in which Google Analytics counts the link's visits. */
  channel: z.string().nullable(),
  /** The cells that the profile's rules changed, with their previous text. */
  changedByRules: z.array(z.object({ column: z.int(), before: z.string() })),
  /** The fields that a row changes or has changed, in the format of the link's history. Empty if none. */
  fields: historyEntry.shape.fields,
})
export type RunRow = z.infer<typeof runRow>
