import type { SendQueue, PendingRow } from '../library/runs/sendQueue.ts'
import type { Remote } from '../library/thread/messages.ts'

/** Returns the rows of a run one by one, each saved as pending first. */
export interface RowPrefetcher {
  /** `undefined` if none are left. */
  next: () => Promise<PendingRow | undefined>
  /** Returns rows that were prefetched but no longer needed. Resolves when nothing more is being fetched. */
  rest: () => Promise<PendingRow[]>
}

interface PrefetchTask {
  id: string
  limit: number
  /** Number of rows saved as pending together, while the previous ones are being sent. */
  atOnce: number
  /** Called with the number of rows that were skipped, because their link exists by now. */
  onExisting: (rows: number) => void
}

export function createRowPrefetcher(
  sending: Remote<SendQueue>,
  { id, limit, atOnce, onExisting }: PrefetchTask,
): RowPrefetcher {
  const prefetched: PendingRow[] = []
  let remaining = limit
  let coming: Promise<void> | null = null
  const readAhead = async () => {
    try {
      for (let isDone = false; !isDone;) {
        const { rows, existing, isLast } = await sending.take(id, Math.min(atOnce, remaining))
        remaining = isLast ? 0 : remaining - rows.length
        prefetched.push(...rows)
        if (existing > 0) onExisting(existing)
        isDone = isLast || rows.length > 0
      }
    } finally {
      coming = null
    }
  }
  return {
    next: async () => {
      if (remaining > 0 && prefetched.length <= atOnce / 2) {
        coming ??= readAhead()
        // The waiting caller gets the error, and the next call tries again.
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
