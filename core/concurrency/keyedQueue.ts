interface Queue {
  waiting: string[]
  starting: string | null
  running: string | null
}

/** Creates keyed queues. `begin` starts an item and resolves when it has started; `ended` resolves when it is done. */
export function createKeyedQueue(
  begin: (item: string) => Promise<{ ended: Promise<void> }>,
  signal: { readonly aborted: boolean },
) {
  const queues = new Map<string, Queue>()
  const find = (item: string) =>
    [...queues.values()].find(({ waiting, starting }) => starting === item || waiting.includes(item))
  const runAll = async (name: string, queue: Queue) => {
    for (let item = queue.waiting.shift(); item !== undefined; item = queue.waiting.shift()) {
      if (signal.aborted) break
      queue.starting = item
      const { ended } = await begin(item)
      queue.starting = null
      queue.running = item
      await ended
      queue.running = null
    }
    queues.delete(name)
  }
  return {
    join: (name: string, item: string) => {
      if (find(item)) return
      const queue = queues.get(name)
      if (queue) queue.waiting.push(item)
      else {
        const created: Queue = { waiting: [item], starting: null, running: null }
        queues.set(name, created)
        void runAll(name, created)
      }
    },
    leave: (item: string) => {
      const queue = find(item)
      if (!queue) return
      queue.waiting = queue.waiting.filter((other) => other !== item)
      if (queue.starting === item) queue.starting = null
    },
    /** Whether an item waits or is being started. A running one doesn't count: it can join again, to run once more. */
    has: (item: string) => find(item) !== undefined,
    /** Whether another item of the same queue comes first. */
    isBehind: (item: string) => {
      const queue = find(item)
      if (!queue?.waiting.includes(item)) return false
      return queue.waiting[0] !== item || queue.running !== item
    },
  }
}
