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
  seen: LoadResult
  /** Resolves when this many more creates have been acknowledged. Rejects if all writers have ended before. */
  acknowledged: (more: number) => Promise<void>
  /** The same for creates with another answer. */
  refused: (more: number) => Promise<void>
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
  const seen: LoadResult = { acknowledged: new Map(), refusals: [] }
  const { post } = createClient(origin, key)
  const waiting = new Set<{ isReached: () => boolean; reached: () => void }>()
  let stopped = false

  async function writeOne(): Promise<void> {
    const number = numbers++
    const response = await post(createBody(number))
    if (response.status !== 200) {
      seen.refusals.push(response)
      tell()
      await pause(Number(response.headers.get('retry-after')) * 1_000)
      return
    }
    const { link } = (await response.json()) as { link: string }
    seen.acknowledged.set(new URL(link).pathname.slice(1), number)
    tell()
  }

  function tell(): void {
    for (const { isReached, reached } of waiting) if (isReached()) reached()
  }

  /** Resolves when `count` has grown by `more`. */
  function waitForGrowth(count: () => number, more: number): Promise<void> {
    const wanted = count() + more
    return new Promise((reached, reject) => {
      waiting.add({ isReached: () => count() >= wanted, reached })
      void ended.then(() => reject(new Error('All writers have ended.')))
    })
  }

  async function write(): Promise<void> {
    while (!stopped) await writeOne()
  }

  const ended = Promise.allSettled(Array.from({ length: writers }, write))
  return {
    seen,
    acknowledged: (more) => waitForGrowth(() => seen.acknowledged.size, more),
    refused: (more) => waitForGrowth(() => seen.refusals.length, more),
    stop: async () => {
      stopped = true
      await ended
      return seen
    },
  }
}
