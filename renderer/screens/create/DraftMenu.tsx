import { Menu, UnstyledButton } from '@mantine/core'
import { ChevronDown, FilePlus2, Trash2 } from 'lucide-react'
import { useLocation } from 'wouter'
import { when } from '../../ui/when.ts'
import { useDrafts } from '../../api/drafts.ts'
import { useSettledForm } from '../../link/FormContext.tsx'
import { readDraft } from '../../link/draft.ts'
import type { DraftSession } from './draftSession.ts'
import { useStartDraft } from '../../link/useStartDraft.ts'
import styles from './create.module.css'

/** In milliseconds: a name need not follow every letter. */
const pause = 150

const nameOf = (title: string) => title.trim() || 'Untitled draft'

/** Which draft this is, the others, and a new one. Drafts are named by their titles. */
export function DraftMenu({ id, session }: { id: string; session: DraftSession }) {
  const { title } = useSettledForm(pause)
  const [, go] = useLocation()
  const startDraft = useStartDraft()
  const { data: drafts = [] } = useDrafts()
  const others = drafts.filter((draft) => draft.id !== id)
  const remove = () => {
    session.discard()
    const [next] = others
    if (next) go(`/create/${next.id}`)
    else startDraft()
  }
  return (
    <Menu position="bottom-start" width={300}>
      <Menu.Target>
        <UnstyledButton className={styles['tool']} aria-label={`Draft: ${nameOf(title)}`}>
          <span>{nameOf(title)}</span>
          {others.length > 0 && <span className={styles['count']}>{`+${others.length}`}</span>}
          <ChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<FilePlus2 size={15} aria-hidden />} onClick={() => startDraft()}>
          New draft
        </Menu.Item>
        <Menu.Item leftSection={<Trash2 size={15} aria-hidden />} onClick={remove}>
          Discard this draft
        </Menu.Item>
        {others.length > 0 && <Menu.Divider />}
        {others.length > 0 && <Menu.Label>Other drafts</Menu.Label>}
        {others.map((draft) => (
          <Menu.Item
            key={draft.id}
            rightSection={<span className={styles['draftTime']}>{when(draft.savedAt)}</span>}
            onClick={() => go(`/create/${draft.id}`)}
          >
            {nameOf(readDraft(draft.form).values.title)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
