import { queryOptions, useQuery } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { Draft } from '../../contract/calls/drafts.ts'
import type { Problem } from '../../contract/problem.ts'
import { call } from './call.ts'
import { unwrapResult } from './problemError.ts'
import { forgetUnsavedDraft, sendDraft, sendUnsavedDrafts, unsavedDrafts } from './unsavedDrafts.ts'

const draftsKey = ['drafts.list'] as const

/** Read once; afterwards the window itself is the only writer. */
export const draftsQuery = queryOptions({
  queryKey: draftsKey,
  queryFn: async () => {
    await sendUnsavedDrafts()
    return mergeDrafts(await unwrapResult(call('drafts.list', {})), unsavedDrafts())
  },
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
  const kept = { ...draft, savedAt }
  client.setQueryData<Draft[]>(draftsKey, (drafts = []) => mergeDrafts(drafts, [kept]))
  const result = await sendDraft(kept)
  return result.ok ? null : result.problem
}

export async function removeDraft(client: QueryClient, id: string): Promise<void> {
  client.setQueryData<Draft[]>(draftsKey, (drafts = []) => drafts.filter((draft) => draft.id !== id))
  forgetUnsavedDraft(id)
  await call('drafts.remove', { id })
}

/** Newest first, each in its later version. */
function mergeDrafts(drafts: Draft[], later: Draft[]): Draft[] {
  const ids = new Set(later.map(({ id }) => id))
  return [...later, ...drafts.filter(({ id }) => !ids.has(id))].toSorted((a, b) =>
    b.savedAt.localeCompare(a.savedAt),
  )
}
