/** What is to be written down, some of it at a time. */
export interface WriteBatcher<T> {
  add: (item: T) => void
  /** Resolves when everything is written down, or has failed to be. */
  rest: () => Promise<void>
}

interface Parts<T> {
  work: (items: T[]) => Promise<void>
  /** Resolves when enough may have come together. */
  gather: () => Promise<void>
  onError: (error: unknown) => void
}

/** Gathers what comes while the last portion is being written, so that many small writes cost as few as they can. */
export function createWriteBatcher<T>({ work, gather, onError }: Parts<T>): WriteBatcher<T> {
  let waiting: T[] = []
  let underWay: Promise<void> | null = null
  const workOff = async () => {
    while (waiting.length > 0) {
      await gather()
      const items = waiting
      waiting = []
      await work(items).catch(onError)
    }
    underWay = null
  }
  return {
    add: (item) => {
      waiting.push(item)
      underWay ??= workOff()
    },
    rest: async () => void (await underWay),
  }
}
