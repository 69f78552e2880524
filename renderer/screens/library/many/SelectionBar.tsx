import { Button, CloseButton } from '@mantine/core'
import { Archive, ArchiveRestore, Copy, Layers, RefreshCw, Star, StarOff, Tag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { LibraryView } from '../../../../contract/library/view.ts'
import { useLocation } from 'wouter'
import { useRunMutation } from '../../../api/runs.ts'
import { runPath } from '../../../session/routes.ts'
import { useSession } from '../../../session/Session.tsx'
import { showProblemToast } from '../../../ui/problem/showProblem.tsx'
import { BarButton } from './BarButton.tsx'
import type { BarButtonProps } from './BarButton.tsx'
import { CompareButton } from './CompareButton.tsx'
import { TagDialog } from './TagDialog.tsx'
import { ExportButton } from '../../../features/exporting/ExportButton.tsx'
import { toSelectedLinks, maxCopiedLinks, useManyActions } from './useManyActions.ts'
import type { Selecting } from './useSelection.ts'
import styles from './many.module.css'

interface SelectionBarProps {
  selecting: Selecting
  view: LibraryView
  /** How many links the view shows. */
  matching: { total: number; atLeast: boolean } | null
  /** Into the list: what is done takes this bar, and the focus with it, away. */
  leave: () => void
}

/** What can be done with the links that are chosen. */
export function SelectionBar({ selecting, view, matching, leave }: SelectionBarProps) {
  const { count, clear } = selecting
  const [tagging, setTagging] = useState(false)
  const { busy, copy, mark, check, remove, selectAll } = useManyActions(selecting)
  const { all, more, starred, archived } = selectionFacts(selecting, view, matching)
  const selectNothing = () => {
    leave()
    clear()
  }
  return (
    <div className={styles['bar']} role="group" aria-label="Selected links" aria-busy={busy}>
      <CloseButton size="sm" aria-label="Select nothing" onClick={selectNothing} />
      <span role="status" className={styles['number']}>
        {all ? `All ${count.toLocaleString()} selected` : `${count.toLocaleString()} selected`}
      </span>
      {more !== null && (
        <Button size="compact-sm" variant="subtle" disabled={busy} onClick={() => void selectAll(view)}>
          Select all {more}
        </Button>
      )}
      <span className={styles['actions']}>
        <CopyButton count={count} disabled={busy} onClick={() => void copy()} />
        <ExportButton
          size="compact-sm"
          disabled={busy}
          links={{ chosen: toSelectedLinks(selecting.selection), count }}
        />
        <BarButton
          icon={starred ? StarOff : Star}
          disabled={busy}
          onClick={() => void mark({ starred: !starred })}
        >
          {starred ? 'Remove star' : 'Star'}
        </BarButton>
        <BarButton
          icon={archived ? ArchiveRestore : Archive}
          disabled={busy}
          onClick={() => void mark({ archived: !archived }).then(leave)}
        >
          {archived ? 'Take out of the archive' : 'Archive'}
        </BarButton>
        <CompareButton selecting={selecting} disabled={busy} />
        <MoreLikeThese selecting={selecting} disabled={busy} />
        <BarButton icon={Tag} disabled={busy} onClick={() => setTagging(true)}>
          Tag…
        </BarButton>
        <CheckButton disabled={busy} onClick={() => void check()} />
        <BarButton
          icon={Trash2}
          color="red"
          variant="subtle"
          className={styles['delete'] ?? ''}
          disabled={busy}
          title="Links go on working at the service"
          onClick={() => void remove().then(leave)}
        >
          Delete from the library
        </BarButton>
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

type OwnButtonProps = Pick<BarButtonProps, 'onClick'> & { disabled: boolean }

function CopyButton({ count, disabled, onClick }: OwnButtonProps & { count: number }) {
  const tooMany = count > maxCopiedLinks
  return (
    <BarButton
      icon={Copy}
      disabled={disabled || tooMany}
      {...(tooMany ? { title: tooManyText } : {})}
      onClick={onClick}
    >
      {count === 1 ? 'Copy link' : 'Copy links'}
    </BarButton>
  )
}

/** A bulk run with one row for each of these links, to change and create again. */
function MoreLikeThese({ selecting, disabled }: { selecting: Selecting; disabled: boolean }) {
  const { current } = useSession()
  const [, go] = useLocation()
  const prepare = useRunMutation('runs.prepare')
  const which = toSelectedLinks(selecting.selection)
  const tooMany = 'ids' in which && which.ids.length > maxRepeated
  const start = () => {
    const id = crypto.randomUUID()
    const { profile, environment } = current
    prepare.mutate(
      { id, profileId: profile.id, environment, source: { kind: 'links', which } },
      { onSuccess: () => go(runPath(id)), onError: ({ problem }) => showProblemToast(problem) },
    )
  }
  return (
    <BarButton
      icon={Layers}
      disabled={disabled || tooMany || prepare.isPending}
      title={
        tooMany ? `Up to ${maxRepeated.toLocaleString()} at a time` : 'Opens a bulk run. Nothing is sent yet.'
      }
      onClick={start}
    >
      Make more like these…
    </BarButton>
  )
}

/** The number of links that are sent by id. */
const maxRepeated = 1_000

/** Asks the services whether the links are still the same. */
function CheckButton(button: OwnButtonProps) {
  return (
    <BarButton icon={RefreshCw} {...button}>
      Check for changes
    </BarButton>
  )
}

const tooManyText = `At most ${maxCopiedLinks.toLocaleString()} links can be copied`

/** What the chosen links have in common, and how many more there are to choose: their number, or words for it. */
function selectionFacts(
  { selection, count }: Selecting,
  view: LibraryView,
  matching: SelectionBarProps['matching'],
) {
  if (selection.kind === 'all') {
    return { all: true, more: null, starred: view.starred === true, archived: view.archived === 'only' }
  }
  const links = [...selection.links.values()]
  const isMore = matching !== null && (matching.atLeast || matching.total > count)
  return {
    all: false,
    more: isMore ? (matching.atLeast ? 'that match' : matching.total.toLocaleString()) : null,
    starred: links.every((link) => link.starred),
    archived: view.archived === 'only',
  }
}
