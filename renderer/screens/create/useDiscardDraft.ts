import { useQueryClient } from '@tanstack/react-query'
import { saveDraft } from '../../api/drafts.ts'
import { addressFields, type FormValues } from '../../link/form.ts'
import { useOpenDraft } from '../../link/useStartDraft.ts'
import { showProblemToast } from '../../ui/problem/showProblem.ts'
import { shorten } from '../../ui/shorten.ts'
import { showUndo } from '../../ui/undoToast.tsx'
import type { DraftSession } from './draftSession.ts'

/** Maximum characters of a draft's name. */
const maxNameLength = 60

/** Returns a function that discards a draft and offers undo, which opens it. `note` follows what is said. */
export function useDiscardDraft(id: string, session: DraftSession): (note?: string) => void {
  const client = useQueryClient()
  const openDraft = useOpenDraft()
  return (note = '') => {
    const form = { values: session.store.get(), intent: session.intent() }
    session.discard()
    const undo = async () => {
      const saved = saveDraft(client, id, form)
      openDraft(id)
      const problem = await saved
      if (problem) showProblemToast(problem)
    }
    showUndo({
      message: `Draft “${draftName(form.values)}” discarded.${note}`,
      undo,
      undone: 'Draft restored.',
    })
  }
}

/** Returns a draft's title, or else its first address. */
export function draftName(values: FormValues): string {
  const address = addressFields.map((name) => values[name].trim()).find((url) => url !== '') ?? ''
  const name = values.title.trim() || address.replace(/^https?:\/\/(www\.)?/i, '')
  return shorten(name, maxNameLength) || 'Untitled draft'
}
