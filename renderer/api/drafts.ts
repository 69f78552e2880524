import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import type { Draft } from '../../contract/app/calls/runs/drafts.ts'
import type { Problem } from '../../contract/app/problems/problem.ts'
import { call, request } from './call.ts'
import { forgetUnsavedDraft, sendDraft, sendUnsavedDrafts, unsavedDrafts } from './unsavedDrafts.ts'

const draftsKey = ['drafts.list'] as const

/** Counts the starts and ends of saves and removals. */
let writes = 0

/** Fetched once; afterwards the window is the only writer. */
export const draftsQuery = queryOptions({
  queryKey: draftsKey,
  queryFn: async () => {
    await sendUnsavedDrafts()
    for (;;) {
      const writesBefore = writes
      const drafts = await request('drafts.list', {})
      // A list that was read during a save or a removal may lack the newest text, or still have the removed draft.
      if (writes === writesBefore) return mergeDrafts(drafts, unsavedDrafts())
    }
  },
  staleTime: Infinity,
  gcTime: Infinity,
})

/** Starts the ids of drafts of tracking rules, which the list of unfinished links omits. */
export const rulesDraftPrefix = 'rules:'

const withoutRules = (drafts: Draft[]) => drafts.filter(({ id }) => !id.startsWith(rulesDraftPrefix))

/**
 * Returns the unfinished links, newest first. If they couldn't be read, only `refetch` tries again: otherwise, each part
 * of the form would when it appears, and replace the form while it waits.
 */
export function useDrafts() {
  return useQuery({ ...draftsQuery, retryOnMount: false, select: withoutRules })
}

/** Saves a draft in the cache and in the app. Resolves with a problem if the app couldn't save it. */
export async function saveDraft(client: QueryClient, id: string, form: object): Promise<Problem | null> {
  // Plain JSON has no `undefined`, which a form's type can't express.
  const json = JSON.parse(JSON.stringify(form)) as Draft['form']
  const savedDraft = { id, form: json, savedAt: new Date().toISOString() }
  const isListRead = client.getQueryState(draftsKey)?.status === 'success'
  writes++
  client.setQueryData<Draft[]>(draftsKey, (drafts = []) => mergeDrafts(drafts, [savedDraft]))
  const result = await sendDraft(savedDraft)
  writes++
  // Otherwise this draft would count as the whole list, and hide the others.
  if (!isListRead) void client.invalidateQueries({ queryKey: draftsKey })
  return result.ok ? null : result.problem
}

export async function removeDraft(client: QueryClient, id: string): Promise<void> {
  writes++
  client.setQueryData<Draft[]>(draftsKey, (drafts) => drafts?.filter((draft) => draft.id !== id))
  forgetUnsavedDraft(id)
  await call('drafts.remove', { id })
  writes++
}

/** Merges two lists of drafts, newest first. The later version of a draft wins. */
function mergeDrafts(drafts: Draft[], later: Draft[]): Draft[] {
  const ids = new Set(later.map(({ id }) => id))
  return [...later, ...drafts.filter(({ id }) => !ids.has(id))].toSorted((a, b) =>
    b.savedAt.localeCompare(a.savedAt),
  )
}
