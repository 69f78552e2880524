import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { isObject } from '../../contract/service/json/json.ts'
import { draftPath } from '../../contract/app/window/windowPath.ts'
import { saveDraft } from '../api/drafts.ts'
import { blankForm, type FormValues } from './form.ts'
import { copiedForm } from './formFrom.ts'

/** The form field to focus first. */
export type FirstField = 'desktopUrl' | 'source'

/** Returns a function that opens a new draft, prefilled or blank. Existing drafts are kept. */
export function useStartDraft(): (values?: FormValues, first?: FirstField) => void {
  const client = useQueryClient()
  const openDraft = useOpenDraft()
  return (values = blankForm, first) => {
    const id = crypto.randomUUID()
    if (values !== blankForm) void saveDraft(client, id, { values: copiedForm(values), intent: null })
    openDraft(id, first)
  }
}

/** Returns a function that opens a draft and focuses its form, because the pressed button is gone. */
export function useOpenDraft(): (id: string, first?: FirstField) => void {
  const [, go] = useLocation()
  return (id, first = 'desktopUrl') => go(draftPath(id), { state: { first } })
}

/** Returns the field to focus, but only once. Returns `null` if the form was opened from the navigation. */
export function consumeFirstField(): FirstField | null {
  const state: unknown = history.state
  const first = isObject(state) ? state['first'] : null
  if (first !== 'desktopUrl' && first !== 'source') return null
  history.replaceState(null, '')
  return first
}
