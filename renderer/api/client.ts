import { QueryClient } from '@tanstack/react-query'

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
