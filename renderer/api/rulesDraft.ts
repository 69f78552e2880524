import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Draft } from '../../contract/app/calls/runs/drafts.ts'
import { createAutosave } from './autosave.ts'
import { draftsQuery, removeDraft, rulesDraftPrefix, saveDraft } from './drafts.ts'
import { useFlushOnLeave } from './useFlushOnLeave.ts'

/** Returns the id of the draft with a profile's edited rules. */
export function rulesDraftId(profileId: string): string {
  return rulesDraftPrefix + profileId
}

/** Returns a profile's edited rules: `null` if there are none, `undefined` until drafts are read. */
export function useRulesDraft(profileId: string): Draft | null | undefined {
  const { data, isPending } = useQuery({ ...draftsQuery, retryOnMount: false })
  if (isPending) return undefined
  return data?.find(({ id }) => id === rulesDraftId(profileId)) ?? null
}

/** Returns a function that saves a draft shortly after, or when the window is left. `null` deletes the draft. */
export function useKeptDraft(id: string): (form: object | null) => void {
  const client = useQueryClient()
  const [{ keep, flush }] = useState(() => {
    let latest: object | null = null
    const save = () => void (latest ? saveDraft(client, id, latest) : removeDraft(client, id))
    const autosave = createAutosave(save)
    const keep = (form: object | null) => {
      latest = form
      autosave.touch()
    }
    return { keep, flush: autosave.flush }
  })
  useFlushOnLeave(flush)
  return keep
}
