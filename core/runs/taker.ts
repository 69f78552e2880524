import type { Sending, SentRow } from '../library/runs/sending.ts'
import type { Remote } from '../library/thread/messages.ts'

/** Gives the rows of a run one after the other, each written down as pending before. */
export interface Taker {
  /** `undefined` when none is left. */
  next: () => Promise<SentRow | undefined>
  /** What was given by nobody's asking any more; resolves when nothing more is on its way. */
  rest: () => Promise<SentRow[]>
}

interface Task {
  id: string
  limit: number
  /** As many are written down together, and the next of them while the last are being sent. */
  atOnce: number
}

export function createTaker(sending: Remote<Sending>, { id, limit, atOnce }: Task): Taker {
  const taken: SentRow[] = []
  let left = limit
  let coming: Promise<void> | null = null
  const take = async () => {
    try {
      const rows = await sending.take(id, Math.min(atOnce, left))
      left = rows.length === 0 ? 0 : left - rows.length
      taken.push(...rows)
    } finally {
      coming = null
    }
  }
  return {
    next: async () => {
      if (left > 0 && taken.length <= atOnce / 2) {
        coming ??= take()
        // Whoever waits for it hears of a failure, and the next who asks has it tried again.
        coming.catch(() => undefined)
      }
      if (taken.length === 0) await coming
      return taken.shift()
    },
    rest: async () => {
      await coming?.catch(() => undefined)
      return taken.splice(0)
    },
  }
}
