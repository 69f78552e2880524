import { queryOptions, useQuery } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { Draft } from '../../contract/calls/drafts.ts'
import type { Problem } from '../../contract/problem.ts'
import { call } from './call.ts'
import { valueOf } from './problemError.ts'

const draftsKey = ['drafts.list'] as const

/** Read once; afterwards the window itself is the only writer. */
export const draftsQuery = queryOptions({
  queryKey: draftsKey,
  queryFn: async () => newestFirst(await valueOf(call('drafts.list', {}))),
  staleTime: Infinity,
  gcTime: Infinity,
})

/** The unfinished forms, newest first. */
export function useDrafts() {
  return useQuery(draftsQuery)
}

/** Keeps a draft, in the cache at once and in the app behind it. Answers the problem when that did not work. */
export async function saveDraft(client: QueryClient, draft: Omit<Draft, 'savedAt'>): Promise<Problem | null> {
  const savedAt = new Date().toISOString()
  client.setQueryData<Draft[]>(draftsKey, (drafts = []) =>
    newestFirst([{ ...draft, savedAt }, ...drafts.filter(({ id }) => id !== draft.id)]),
  )
  const result = await call('drafts.save', draft)
  return result.ok ? null : result.problem
}

export async function removeDraft(client: QueryClient, id: string): Promise<void> {
  client.setQueryData<Draft[]>(draftsKey, (drafts = []) => drafts.filter((draft) => draft.id !== id))
  await call('drafts.remove', { id })
}

function newestFirst(drafts: Draft[]): Draft[] {
  return drafts.toSorted((a, b) => b.savedAt.localeCompare(a.savedAt))
}
