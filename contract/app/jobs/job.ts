import { z } from 'zod'
import { namesOf } from '../../service/link/fields.ts'
import { longWork } from './longWork.ts'
import { problem } from '../problems/problem.ts'

export const longWorkKind = z.enum(namesOf(longWork))

/** Background work that continues when the user leaves the screen: its progress and its result. */
export const job = z.object({
  id: z.uuid(),
  kind: longWorkKind,
  /** The run that it prepares or sends. */
  run: z.uuid().optional(),
  /** The window's path that shows its progress and its result, if that isn't a run. */
  path: z.string().optional(),
  /** `failed` has a problem. Work done before a failure or cancellation is kept. */
  state: z.enum(['running', 'finished', 'cancelled', 'failed']),
  done: z.int(),
  /** `null` while the total is unknown. */
  total: z.int().nullable(),
  /** Results so far, by names that depend on the kind: `{ added: 12, known: 3 }`. */
  counts: z.record(z.string(), z.int()),
  problem: problem.nullable(),
  startedAt: z.iso.datetime(),
})
export type Job = z.infer<typeof job>
