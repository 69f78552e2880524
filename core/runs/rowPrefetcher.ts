import type { SendQueue, PendingRow } from '../library/runs/sendQueue.ts'
import type { Remote } from '../library/thread/messages.ts'

/** Gives the rows of a run one after the other, each written down as pending before. */
export interface RowPrefetcher {
  /** `undefined` when none is left. */
  next: () => Promise<PendingRow | undefined>
  /** What was given by nobody's asking any more; resolves when nothing more is on its way. */
  rest: () => Promise<PendingRow[]>
}

interface PrefetchTask {
  id: string
  limit: number
  /** As many are written down together, and the next of them while the last are being sent. */
  atOnce: number
}

export function createRowPrefetcher(
  sending: Remote<SendQueue>,
  { id, limit, atOnce }: PrefetchTask,
): RowPrefetcher {
  const prefetched: PendingRow[] = []
  let remaining = limit
  let coming: Promise<void> | null = null
  const take = async () => {
    try {
      const rows = await sending.take(id, Math.min(atOnce, remaining))
      remaining = rows.length === 0 ? 0 : remaining - rows.length
      prefetched.push(...rows)
    } finally {
      coming = null
    }
  }
  return {
    next: async () => {
      if (remaining > 0 && prefetched.length <= atOnce / 2) {
        coming ??= take()
        // Whoever waits for it hears of a failure, and the next who asks has it tried again.
        coming.catch(() => undefined)
      }
      if (prefetched.length === 0) await coming
      return prefetched.shift()
    },
    rest: async () => {
      await coming?.catch(() => undefined)
      return prefetched.splice(0)
    },
  }
}
