import { Menu, Text, VisuallyHidden } from '@mantine/core'
import { ChevronDown, FilePlus2, Trash2 } from 'lucide-react'
import { formatTime } from '../../ui/formatTime.ts'
import { useDrafts } from '../../api/drafts.ts'
import { useSettledForm } from '../../link/FormContext.tsx'
import { isBlank, readDraft } from '../../link/draft.ts'
import type { DraftSession } from './draftSession.ts'
import { useOpenDraft, useStartDraft } from '../../link/useStartDraft.ts'
import { draftName, useDiscardDraft } from './useDiscardDraft.ts'
import { QuietText, ToolButton } from '../../ui/variants.ts'

/** Delay before the menu's name follows what is typed, in milliseconds. */
const renameDelayMs = 150

/** Shows the name of this draft, and a menu of the others and a new one. Drafts are named by title or address. */
export function DraftMenu({ id, session }: { id: string; session: DraftSession }) {
  const values = useSettledForm(renameDelayMs)
  const startDraft = useStartDraft()
  const openDraft = useOpenDraft()
  const discard = useDiscardDraft(id, session)
  const { data: drafts = [] } = useDrafts()
  const others = drafts.filter((draft) => draft.id !== id)
  const [next] = others
  const discardAndGo = () => {
    discard(` Now showing ${next ? `“${draftName(readDraft(next.form).values)}”` : 'a new form'}.`)
    if (next) openDraft(next.id)
    else startDraft()
  }
  return (
    <Menu position="bottom-start" width={300}>
      <Menu.Target>
        <ToolButton>
          <VisuallyHidden component="span">Draft: </VisuallyHidden>
          <Text span inherit truncate>
            {draftName(values)}
          </Text>
          {others.length > 0 && (
            <QuietText span fz="xs">
              {`+${others.length}`}
              <VisuallyHidden component="span"> more</VisuallyHidden>
            </QuietText>
          )}
          <ChevronDown size={14} />
        </ToolButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<FilePlus2 size={15} />} onClick={() => startDraft()}>
          New draft
        </Menu.Item>
        <Menu.Item
          leftSection={<Trash2 size={15} />}
          disabled={isBlank(values) && session.intent() === null}
          onClick={discardAndGo}
        >
          Discard this draft
        </Menu.Item>
        {others.length > 0 && <Menu.Divider />}
        {others.length > 0 && <Menu.Label>Other drafts</Menu.Label>}
        {others.map((draft) => (
          <Menu.Item
            key={draft.id}
            rightSection={
              <QuietText span fz="xs">
                {formatTime(draft.savedAt)}
              </QuietText>
            }
            onClick={() => openDraft(draft.id)}
          >
            {draftName(readDraft(draft.form).values)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
