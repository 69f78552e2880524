import { useQueryClient } from '@tanstack/react-query'
import type { Draft } from '../../../contract/app/calls/runs/drafts.ts'
import { saveDraft } from '../../api/drafts.ts'
import { readDraft } from '../../link/draft.ts'
import { useOpenDraft, useStartDraft } from '../../link/useStartDraft.ts'
import { showProblemToast } from '../../ui/problem/showProblem.tsx'
import { showUndo } from '../../ui/undoToast.tsx'
import type { DraftSession } from './draftSession.ts'
import { toJson } from './useDraftSession.ts'

/** Discards a draft, shows the next one or a new form, and offers undo. */
export function useDiscardDraft(id: string, session: DraftSession): (next: Draft | undefined) => void {
  const client = useQueryClient()
  const openDraft = useOpenDraft()
  const startDraft = useStartDraft()
  return (next) => {
    const form = { values: session.store.get(), intent: session.intent() }
    session.discard()
    if (next) openDraft(next.id)
    else startDraft()
    const undo = async () => {
      const saved = saveDraft(client, { id, form: toJson(form) })
      openDraft(id)
      const problem = await saved
      if (problem) showProblemToast(problem)
    }
    showUndo({ message: discardedText(form.values.title, next), undo: () => void undo() })
  }
}

function discardedText(title: string, next: Draft | undefined): string {
  const nextName = next ? `“${draftName(readDraft(next.form).values.title)}”` : 'a new form'
  return `Draft “${draftName(title)}” discarded. Now showing ${nextName}.`
}

/** Returns a draft's name: its title. */
export function draftName(title: string): string {
  return title.trim() || 'Untitled draft'
}
