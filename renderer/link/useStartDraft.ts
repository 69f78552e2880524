import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { saveDraft } from '../api/drafts.ts'
import { blankForm } from './form.ts'
import type { FormValues } from './form.ts'

/** Opens the form as a new draft, filled in or blank. Drafts that are there already stay. */
export function useStartDraft(): (values?: FormValues) => void {
  const client = useQueryClient()
  const [, go] = useLocation()
  return (values = blankForm) => {
    const id = crypto.randomUUID()
    if (values !== blankForm) void saveDraft(client, { id, form: { values: { ...values }, intent: null } })
    go(`/create/${id}`)
  }
}
