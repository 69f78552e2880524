import { QueryClient } from '@tanstack/react-query'
import { appStateQuery } from './app.ts'
import { draftsQuery } from './drafts.ts'
import { presetsQuery } from './presets.ts'

/**
 * Creates the window's query cache. It never retries: the app decides when a retry is safe, and retrying a create never
 * is. Its network mode is `always`, because the app is local and works offline.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', refetchOnWindowFocus: false, staleTime: 5_000 },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** Requests everything the first screen needs in parallel instead of one after the other. */
export function prefetch(client: QueryClient): void {
  // The component that needs the answer shows its error.
  const ignoreError = () => undefined
  client.query(appStateQuery).catch(ignoreError)
  client.query(draftsQuery).catch(ignoreError)
  client.query(presetsQuery).catch(ignoreError)
}
