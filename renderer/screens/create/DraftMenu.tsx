import { Menu, Text, VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown, FilePlus2, Trash2 } from 'lucide-react'
import type { Draft } from '../../../contract/app/calls/runs/drafts.ts'
import { ToolButton } from '../../ui/ToolButton.tsx'
import { showProblemToast } from '../../ui/problem/showProblem.tsx'
import { showUndo } from '../../ui/undoToast.tsx'
import { formatTime } from '../../ui/formatTime.ts'
import { saveDraft, useDrafts } from '../../api/drafts.ts'
import { useSettledForm } from '../../link/FormContext.tsx'
import { isBlank, readDraft } from '../../link/draft.ts'
import type { DraftSession } from './draftSession.ts'
import { useOpenDraft, useStartDraft } from '../../link/useStartDraft.ts'
import { toJson } from './useDraftSession.ts'

/** Delay before the menu's name follows the typed title, in milliseconds. */
const renameDelayMs = 150

/** Shows the name of this draft, and a menu of the others and a new one. Drafts are named by title. */
export function DraftMenu({ id, session }: { id: string; session: DraftSession }) {
  const values = useSettledForm(renameDelayMs)
  const startDraft = useStartDraft()
  const openDraft = useOpenDraft()
  const discard = useDiscardDraft(id, session)
  const { data: drafts = [] } = useDrafts()
  const others = drafts.filter((draft) => draft.id !== id)
  return (
    <Menu position="bottom-start" width={300}>
      <Menu.Target>
        <ToolButton>
          <VisuallyHidden component="span">Draft: </VisuallyHidden>
          <Text span inherit truncate>
            {draftName(values.title)}
          </Text>
          {others.length > 0 && (
            <Text span c="dimmed" fz="xs">
              {`+${others.length}`}
              <VisuallyHidden component="span"> more</VisuallyHidden>
            </Text>
          )}
          <ChevronDown size={14} aria-hidden />
        </ToolButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<FilePlus2 size={15} aria-hidden />} onClick={() => startDraft()}>
          New draft
        </Menu.Item>
        <Menu.Item
          leftSection={<Trash2 size={15} aria-hidden />}
          disabled={isBlank(values) && session.intent() === null}
          onClick={() => discard(others[0])}
        >
          Discard this draft
        </Menu.Item>
        {others.length > 0 && <Menu.Divider />}
        {others.length > 0 && <Menu.Label>Other drafts</Menu.Label>}
        {others.map((draft) => (
          <Menu.Item
            key={draft.id}
            rightSection={
              <Text span c="dimmed" fz="xs">
                {formatTime(draft.savedAt)}
              </Text>
            }
            onClick={() => openDraft(draft.id)}
          >
            {draftName(readDraft(draft.form).values.title)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Discards a draft, shows the next one or a new form, and offers undo. */
function useDiscardDraft(id: string, session: DraftSession): (next: Draft | undefined) => void {
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

function draftName(title: string): string {
  return title.trim() || 'Untitled draft'
}
