import { Button, CloseButton } from '@mantine/core'
import { Archive, ArchiveRestore, Copy, Star, StarOff, Tag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { LibraryView } from '../../../../contract/library/view.ts'
import { TagDialog } from './TagDialog.tsx'
import { mostCopied, useManyActions } from './useManyActions.ts'
import type { Selecting } from './useSelection.ts'
import styles from './many.module.css'

interface SelectionBarProps {
  selecting: Selecting
  view: LibraryView
  /** How many links the view shows. */
  matching: { total: number; atLeast: boolean } | null
}

/** What can be done with the links that are chosen. */
export function SelectionBar({ selecting, view, matching }: SelectionBarProps) {
  const { selection, count, clear } = selecting
  const [tagging, setTagging] = useState(false)
  const { busy, copy, mark, remove, selectAll } = useManyActions(selecting)
  const all = selection.kind === 'all'
  const more = !all && matching !== null && (matching.atLeast || matching.total > count)
  const starred = all ? view.starred === true : [...selection.links.values()].every((link) => link.starred)
  const archived = view.archived === 'only'
  const action = { size: 'compact-sm', variant: 'default', disabled: busy } as const
  return (
    <div className={styles['bar']} role="group" aria-label="Selected links" aria-busy={busy}>
      <CloseButton size="sm" aria-label="Select nothing" onClick={clear} />
      <span role="status" className={styles['number']}>
        {all ? `All ${count.toLocaleString()} selected` : `${count.toLocaleString()} selected`}
      </span>
      {more && (
        <Button size="compact-sm" variant="subtle" disabled={busy} onClick={() => void selectAll(view)}>
          Select all {matching.atLeast ? 'that match' : matching.total.toLocaleString()}
        </Button>
      )}
      <span className={styles['actions']}>
        <Button
          {...action}
          leftSection={<Copy size={14} aria-hidden />}
          disabled={busy || count > mostCopied}
          title={
            count > mostCopied ? `At most ${mostCopied.toLocaleString()} links can be copied` : undefined
          }
          onClick={() => void copy()}
        >
          {count === 1 ? 'Copy link' : 'Copy links'}
        </Button>
        <Button
          {...action}
          leftSection={starred ? <StarOff size={14} aria-hidden /> : <Star size={14} aria-hidden />}
          onClick={() => void mark({ starred: !starred })}
        >
          {starred ? 'Remove star' : 'Star'}
        </Button>
        <Button
          {...action}
          leftSection={
            archived ? <ArchiveRestore size={14} aria-hidden /> : <Archive size={14} aria-hidden />
          }
          onClick={() => void mark({ archived: !archived })}
        >
          {archived ? 'Take out of the archive' : 'Archive'}
        </Button>
        <Button {...action} leftSection={<Tag size={14} aria-hidden />} onClick={() => setTagging(true)}>
          Tag…
        </Button>
        <Button
          {...action}
          color="red"
          variant="subtle"
          leftSection={<Trash2 size={14} aria-hidden />}
          title={`${count === 1 ? 'The link goes' : 'The links go'} on working at the service`}
          onClick={() => void remove()}
        >
          Delete from the library
        </Button>
      </span>
      <TagDialog
        opened={tagging}
        close={() => setTagging(false)}
        count={count}
        view={view}
        apply={(change) => mark(change)}
      />
    </div>
  )
}
