import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query'
import { createStore } from '../ui/createStore.ts'

/** Milliseconds before a call counts as slow. Fast calls cause no extra requests. */
const delayMs = 800

/** Query metadata that excludes a status poll from the slow calls it watches. */
export const monitorsCalls = { monitorsCalls: true } as const

/** Returns whether any call is slow. */
export function useIsCallSlow(): boolean {
  return watchOf(useQueryClient()).use()
}

const watches = new WeakMap<QueryClient, ReturnType<typeof watchCalls>>()

function watchOf(client: QueryClient) {
  const watch = watches.get(client) ?? watchCalls(client)
  watches.set(client, watch)
  return watch
}

/** Returns whether any call of a client is slow. Each event costs the same, however many queries are in the cache. */
function watchCalls(client: QueryClient) {
  const running = new Set<object>()
  const isSlow = createStore(false)
  let timer: ReturnType<typeof setTimeout> | null = null
  const follow = (call: object, isRunning: boolean) => {
    if (isRunning) running.add(call)
    else running.delete(call)
    if (running.size > 0) timer ??= setTimeout(() => isSlow.set(true), delayMs)
    else if (timer !== null) {
      clearTimeout(timer)
      timer = null
      isSlow.set(false)
    }
  }
  const followQuery = (query: Query, isKept: boolean) => {
    if (query.meta?.['monitorsCalls'] !== true)
      follow(query, isKept && query.state.fetchStatus === 'fetching')
  }
  const queries = client.getQueryCache()
  // The first calls run before anything is drawn.
  for (const query of queries.getAll()) followQuery(query, true)
  queries.subscribe((event) => followQuery(event.query as Query, event.type !== 'removed'))
  client.getMutationCache().subscribe(({ mutation, type }) => {
    if (mutation) follow(mutation, type !== 'removed' && mutation.state.status === 'pending')
  })
  return isSlow
}
