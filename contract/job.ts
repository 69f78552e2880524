import { z } from 'zod'
import { longWorkKind } from './longWork.ts'
import { problem } from './problem.ts'

/** Work that goes on behind the window, whatever the window shows: how far it is, and what came of it. */
export const job = z.object({
  id: z.uuid(),
  kind: longWorkKind,
  /** `failed` has a problem; what was done until then stays done, as it does in a job that was cancelled. */
  state: z.enum(['running', 'finished', 'cancelled', 'failed']),
  done: z.int(),
  /** `null` while nobody knows how much there is. */
  total: z.int().nullable(),
  /** What came of it so far, as numbers by the names of its kind: `{ added: 12, known: 3 }`. */
  counts: z.record(z.string(), z.int()),
  problem: problem.nullable(),
  startedAt: z.iso.datetime(),
})
export type Job = z.infer<typeof job>
