import { z } from 'zod'
import { environment } from '../headers.ts'
import { problem } from '../problem.ts'
import { mapping } from './mapping.ts'

/**
 * How far a run is. `preparing`: its rows are mapped and mended, nothing was sent. `queued` behind another run. `trying`: the first
 * row is on its way. `tried`: the first link is there to be looked at before the rest. `running`. `paused`, by the person, by the
 * end of the app or by a problem. `done`: every row that was to be sent has an end. `cancelled`: the rest is not sent.
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
 * `ready` and `faulty` rows were not sent; `skipped` ones will not be, nor `existing` ones: the library has their link already.
 * The others follow their links: `pending` from before a row is sent, `unknown` if it is not certain that the link was created.
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

export const rowCounts = z.record(rowState, z.int())
export type RowCounts = z.infer<typeof rowCounts>

/** What a run's rows came from. */
export const sourceKind = z.enum([
  'pasted',
  'csv',
  'xlsx',
  'ods',
  'lists',
  'links',
  'dub',
  'kutt',
  'bitly',
  'shlink',
  'yourls',
  'firebase',
  'sink',
  'shortio',
  'rebrandly',
])
export type SourceKind = z.infer<typeof sourceKind>

/** A set of rows that become links. */
export const run = z.object({
  id: z.uuid(),
  name: z.string(),
  state: runState,
  profileId: z.string(),
  profileName: z.string(),
  environment,
  /** `delimiter` is there if semicolons stood between the cells, and then they do in its results as well. */
  source: z.object({ kind: sourceKind, name: z.string(), delimiter: z.literal(';').optional() }),
  /** The names of its columns, in their order. */
  header: z.array(z.string()),
  mapping,
  /** Whether every row was checked by that mapping; before, nothing is sent. */
  checked: z.boolean(),
  /** Whether rows whose link the library already has are created again; otherwise they are `existing` and not sent. */
  createExisting: z.boolean(),
  counts: rowCounts,
  /** Rows that have remarks. */
  remarked: z.int(),
  /** What it is paused by; `null` where the person or the end of the app did it. */
  problem: problem.nullable(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
})
export type Run = z.infer<typeof run>

/** How a run does at this moment: links a second, and when the service lets it go on. */
export const runThroughput = z.object({
  perSecond: z.number(),
  /** Milliseconds; `null` while nobody can say. */
  leftMs: z.number().nullable(),
  /** Milliseconds for which the service wants to be left alone; 0 where it does not. */
  heldMs: z.number(),
  /** Milliseconds that the computer has slept since it began; nothing was sent meanwhile. */
  sleptMs: z.number(),
})
export type RunThroughput = z.infer<typeof runThroughput>

/** What is wrong with a row or striking in it: at a column, or with the row as a whole. */
export const rowWarning = z.object({ column: z.int().nullable(), text: z.string() })
export type RowWarning = z.infer<typeof rowWarning>

/** A row of a run. */
export const runRow = z.object({
  /** From 1, without the header. */
  number: z.int(),
  cells: z.array(z.string()),
  state: rowState,
  /** What keeps it from being sent. */
  faults: z.array(rowWarning),
  /** What does not: the same link is there already, say. */
  remarks: z.array(rowWarning),
  /** The id of its link in the library, from when it is pending. */
  linkId: z.uuid().nullable(),
  /** The link that was created, or for an `existing` row the link that the library has. */
  link: z.string().nullable(),
  problem: problem.nullable(),
})
export type RunRow = z.infer<typeof runRow>
