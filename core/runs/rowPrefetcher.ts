import type { TakenRows } from '../library/runs/sendQueue.ts'

interface PrefetchTask<Row> {
  /** Saves the next ready rows as pending. May return no rows before the last. */
  take: (limit: number) => Promise<TakenRows<Row>>
  limit: number
  /** Number of rows saved as pending per batch, while the previous ones are being sent. */
  batchSize: number
  /** Called with the number of rows that were skipped. */
  onExisting: (rows: number) => void
  /** Waits while another create of the next rows' link is in flight. Resolves with whether to continue. */
  wait: () => Promise<boolean>
}

/** Returns the rows of a run one by one, each saved as pending first. */
export function createRowPrefetcher<Row>(task: PrefetchTask<Row>) {
  const { take, limit, batchSize, onExisting, wait } = task
  const prefetched: Row[] = []
  let remaining = limit
  let pendingRead: Promise<void> | null = null
  const readAhead = async () => {
    try {
      for (let isDone = false; !isDone;) {
        const { rows, existing, isLast } = await take(Math.min(batchSize, remaining))
        remaining = isLast ? 0 : remaining - rows.length
        prefetched.push(...rows)
        if (existing > 0) onExisting(existing)
        isDone = isLast || rows.length > 0 || (existing === 0 && !(await wait()))
      }
    } finally {
      pendingRead = null
    }
  }
  return {
    /** `undefined` if none are left. */
    next: async (): Promise<Row | undefined> => {
      if (remaining > 0 && prefetched.length <= batchSize / 2) {
        pendingRead ??= readAhead()
        // The pending `next` rejects with this error, and the next call tries again.
        pendingRead.catch(() => undefined)
      }
      if (prefetched.length === 0) await pendingRead
      return prefetched.shift()
    },
    /** Returns rows that were prefetched but no longer needed. Resolves when nothing more is being fetched. */
    rest: async () => {
      await pendingRead?.catch(() => undefined)
      return prefetched.splice(0)
    },
  }
}
