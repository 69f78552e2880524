import { QueryClient } from '@tanstack/react-query'
import { appStateQuery } from './app.ts'
import { draftsQuery } from './drafts.ts'
import { presetsQuery } from './presets.ts'

/**
 * The window's cache. Nothing is repeated by itself: the app behind it knows when a retry is safe, and a create never is.
 * `always`, since the app is on this computer and answers without a network.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', refetchOnWindowFocus: false, staleTime: 5_000 },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** Asks at once for all that the first screen waits for, which would otherwise ask for one thing after the other. */
export function prefetch(client: QueryClient): void {
  // What goes wrong is shown by whoever needs the answer.
  const quietly = () => undefined
  client.query(appStateQuery).catch(quietly)
  client.query(draftsQuery).catch(quietly)
  client.query(presetsQuery).catch(quietly)
}
