import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '../testService.ts'

/** What a load has observed. Every create contains its number, which identifies it later. */
export interface LoadResult {
  /** Paths of acknowledged links, each with the number of its create. */
  acknowledged: Map<string, number>
  /** Answers other than 200. */
  refusals: Response[]
}

export interface Load {
  result: LoadResult
  /** Resolves when this many more creates have been acknowledged. Rejects if all writers have ended before. */
  waitForCreates: (extraCount: number) => Promise<void>
  /** The same for creates with another answer. */
  waitForRefusals: (extraCount: number) => Promise<void>
  /** Lets every writer finish its request. */
  stop: () => Promise<LoadResult>
}

/** The body of a create by its number, long enough that a partial one would be noticed. */
export function createBody(number: number) {
  return {
    title: `Link ${number}`,
    data: JSON.stringify({ number, filling: 'x'.repeat(500) }),
    tags: JSON.stringify([String(number)]),
    desktop_custom_redirect: { url: `https://example.com/${number}` },
  }
}

let numbers = 0

/**
 * Creates links with this many parallel writers, until it is stopped or the service's connection breaks. A writer waits
 * as long as the service requests.
 */
export function startLoad(origin: string, key: string, writers: number): Load {
  const result: LoadResult = { acknowledged: new Map(), refusals: [] }
  const { post } = createClient(origin, key)
  const waiters = new Set<{ isReached: () => boolean; resolve: () => void }>()
  let isStopped = false

  async function writeOne(): Promise<void> {
    const number = numbers++
    const response = await post(createBody(number))
    if (response.status !== 200) {
      result.refusals.push(response)
      notifyWaiters()
      await pause(Number(response.headers.get('retry-after')) * 1_000)
      return
    }
    const { link } = (await response.json()) as { link: string }
    result.acknowledged.set(new URL(link).pathname.slice(1), number)
    notifyWaiters()
  }

  function notifyWaiters(): void {
    for (const { isReached, resolve } of waiters) if (isReached()) resolve()
  }

  /** Resolves when `count` has grown by `extraCount`. */
  function waitForGrowth(count: () => number, extraCount: number): Promise<void> {
    const target = count() + extraCount
    return new Promise((resolve, reject) => {
      waiters.add({ isReached: () => count() >= target, resolve })
      void end.then(() => reject(new Error('All writers have ended.')))
    })
  }

  async function write(): Promise<void> {
    while (!isStopped) await writeOne()
  }

  const end = Promise.allSettled(Array.from({ length: writers }, write))
  return {
    result,
    waitForCreates: (extraCount) => waitForGrowth(() => result.acknowledged.size, extraCount),
    waitForRefusals: (extraCount) => waitForGrowth(() => result.refusals.length, extraCount),
    stop: async () => {
      isStopped = true
      await end
      return result
    },
  }
}
