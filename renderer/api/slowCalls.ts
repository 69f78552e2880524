import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** Milliseconds before a call counts as slow. Fast calls cause no extra requests. */
const delayMs = 800

/** Query metadata that excludes a status poll from the slow calls it watches. */
export const monitorsCalls = { monitorsCalls: true } as const

/** Returns whether any call is slow. */
export function useIsCallSlow(): boolean {
  const { subscribe, isSlow } = watchOf(useQueryClient())
  return useSyncExternalStore(subscribe, isSlow)
}

const watches = new WeakMap<QueryClient, ReturnType<typeof watchCalls>>()

function watchOf(client: QueryClient) {
  const watch = watches.get(client) ?? watchCalls(client)
  watches.set(client, watch)
  return watch
}

/** Watches the calls of a client. Each event costs the same, however many queries are in the cache. */
function watchCalls(client: QueryClient) {
  const running = new Set<object>()
  const listeners = new Set<() => void>()
  let isSlow = false
  let timer: ReturnType<typeof setTimeout> | null = null
  const set = (value: boolean) => {
    if (isSlow === value) return
    isSlow = value
    for (const listener of listeners) listener()
  }
  const follow = (call: object, isRunning: boolean) => {
    if (isRunning) running.add(call)
    else running.delete(call)
    if (running.size > 0) timer ??= setTimeout(() => set(true), delayMs)
    else if (timer !== null) {
      clearTimeout(timer)
      timer = null
      set(false)
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
  return {
    isSlow: () => isSlow,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
