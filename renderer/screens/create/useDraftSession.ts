import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { hostState } from '../../api/hostState.ts'
import { removeDraft, saveDraft } from '../../api/drafts.ts'
import { useFlushOnLeave } from '../../api/useFlushOnLeave.ts'
import type { DraftForm } from '../../link/draft.ts'
import { createDraftSession, type DraftSession } from './draftSession.ts'

/** Saves a draft while its screen is open, and when the window is hidden or closed. */
export function useDraftSession(id: string, initial: DraftForm): DraftSession {
  const client = useQueryClient()
  const [session] = useState(() =>
    createDraftSession(initial, {
      save: async (form) => (await saveDraft(client, id, form)) === null,
      remove: () => void removeDraft(client, id),
    }),
  )
  useEffect(() => hostState.subscribe(() => hostState.get() === 'answering' && session.retry()), [session])
  useFlushOnLeave(session.flush)
  return session
}
