/** Queues that run in parallel. Items of the same queue run one after the other. */
export interface KeyedQueue {
  join: (queue: string, item: string) => void
  leave: (item: string) => void
  has: (item: string) => boolean
  /** Whether another item of the same queue comes first. */
  isBehind: (item: string) => boolean
}

/** Creates keyed queues. `begin` starts an item and resolves when it has started; `ended` resolves when it is done. */
export function createKeyedQueue(
  begin: (item: string) => Promise<{ ended: Promise<void> }>,
  signal: { readonly aborted: boolean },
): KeyedQueue {
  const queues = new Map<string, string[]>()
  /** The current item of each queue. */
  const current = new Map<string, string>()
  const leave = (item: string) => {
    for (const waiting of queues.values()) {
      const index = waiting.indexOf(item)
      if (index >= 0) waiting.splice(index, 1)
    }
  }
  const has = (item: string) => [...queues.values()].some((waiting) => waiting.includes(item))
  const runQueued = async (queue: string, waiting: string[]) => {
    for (let item = waiting[0]; item !== undefined && !signal.aborted; item = waiting[0]) {
      current.set(queue, item)
      const { ended } = await begin(item)
      // From now on, the item can join again, to run once more.
      leave(item)
      await ended
    }
    queues.delete(queue)
    current.delete(queue)
  }
  return {
    join: (queue, item) => {
      if (has(item)) return
      const waiting = queues.get(queue)
      if (waiting) waiting.push(item)
      else {
        const waitingItems = [item]
        queues.set(queue, waitingItems)
        void runQueued(queue, waitingItems)
      }
    },
    leave,
    has,
    isBehind: (item) =>
      [...queues].some(
        ([queue, waiting]) =>
          waiting.includes(item) && (waiting[0] !== item || (current.get(queue) ?? item) !== item),
      ),
  }
}
