interface Parts<T> {
  work: (items: T[]) => Promise<void>
  /** Resolves when the batch may be written. */
  gather: () => Promise<void>
  onError: (error: unknown) => void
}

/** Collects items while the previous batch is being written, to reduce the number of writes. */
export function createWriteBatcher<T>({ work, gather, onError }: Parts<T>) {
  let pendingItems: T[] = []
  let pendingWrite: Promise<void> | null = null
  const writePending = async () => {
    while (pendingItems.length > 0) {
      await gather()
      const items = pendingItems
      pendingItems = []
      await work(items).catch(onError)
    }
    pendingWrite = null
  }
  return {
    add: (item: T) => {
      pendingItems.push(item)
      pendingWrite ??= writePending()
    },
    /** Resolves when everything is written or has failed. */
    waitUntilIdle: async () => void (await pendingWrite),
  }
}
