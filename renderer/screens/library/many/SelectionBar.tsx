import { Button, CloseButton } from '@mantine/core'
import { Archive, ArchiveRestore, Copy, Pencil, Star, StarOff, Tag } from 'lucide-react'
import { useState } from 'react'
import type { LibraryRow } from '../../../../contract/app/library/row.ts'
import type { LibraryView } from '../../../../contract/app/library/view.ts'
import { useTotal } from '../../../api/counts.ts'
import { useChangingProfiles } from '../../../features/change/many/useCanChangeLinks.ts'
import { linksText } from '../../../link/linksText.ts'
import { formatCount, formatNumber } from '../../../ui/formatCount.ts'
import { Question } from '../../../ui/Question.tsx'
import { BarButton } from './BarButton.tsx'
import { MoreActions } from './MoreActions.tsx'
import { TagDialog, type TagChange } from './TagDialog.tsx'
import {
  toSelectedLinks,
  maxCopiedLinks,
  maxSentById,
  useManyActions,
  type ChangedCount,
} from './useManyActions.ts'
import type { Selecting } from './useSelection.ts'
import styles from './many.module.css'
import { ChangeDialog } from '../../../features/change/many/ChangeDialog.tsx'

interface SelectionBarProps {
  selecting: Selecting
  /** The view, and its loaded rows. */
  rows: { view: LibraryView; kept: readonly LibraryRow[] }
  /** Number of links in the view; `null` until known. */
  matching: number | null
  /** Moves the focus into the list, because this bar disappears after an action. */
  leave: () => void
}

/** Shows the actions for the selected links. */
export function SelectionBar({ selecting, rows, matching, leave }: SelectionBarProps) {
  const { view } = rows
  const { count, failed, clear } = selecting
  const [tagging, setTagging] = useState<TagChange | null>(null)
  const { busy, changed, copy, mark, check, remove, selectAll } = useManyActions(selecting, leave)
  const all = selecting.selection.kind === 'all'
  const { isStarred, isArchived } = useMarks(selecting, rows)
  const selectNothing = () => {
    leave()
    clear()
  }
  return (
    <div className={styles['bar']} role="group" aria-label="Selected links" aria-busy={busy}>
      <CloseButton size="sm" aria-label="Clear selection" onClick={selectNothing} />
      <span role="status" className={styles['number']}>
        {all ? `All ${count.toLocaleString()} selected` : `${count.toLocaleString()} selected`}
      </span>
      {!all && matching !== null && matching > count && (
        <Button size="compact-sm" variant="subtle" disabled={busy} onClick={() => void selectAll(view)}>
          Select all {matching.toLocaleString()}
        </Button>
      )}
      <span className={styles['actions']}>
        <BarButton
          icon={Copy}
          disabled={busy}
          obstacle={count > maxCopiedLinks ? tooManyText : null}
          onClick={() => void copy()}
        >
          {count === 1 ? 'Copy link' : 'Copy links'}
        </BarButton>
        <ChangeButton selecting={selecting} disabled={busy} />
        <BarButton
          icon={isStarred ? StarOff : Star}
          disabled={busy}
          onClick={() => void mark({ starred: !isStarred })}
        >
          {isStarred ? 'Remove star' : 'Star'}
        </BarButton>
        <BarButton icon={Tag} disabled={busy} onClick={() => setTagging({ addTags: [], removeTags: [] })}>
          Tag…
        </BarButton>
        <BarButton
          icon={isArchived ? ArchiveRestore : Archive}
          disabled={busy}
          onClick={() => void mark({ archived: !isArchived })}
        >
          {isArchived ? 'Unarchive' : 'Archive'}
        </BarButton>
        <MoreActions
          selecting={selecting}
          disabled={busy}
          check={() => void check()}
          remove={() => void remove()}
        />
      </span>
      <CountQuestion changed={changed} />
      {tagging && (
        <TagDialog
          initial={tagging}
          close={() => setTagging(null)}
          count={linksText({ total: count, failed })}
          view={view}
          // Asks again for tags that weren't saved, so that they need not be typed again.
          apply={(change) => void mark(change).then((isDone) => isDone || setTagging(change))}
        />
      )}
    </div>
  )
}

/** Changes the selected links on their service. Hidden if no service supports changing links. */
function ChangeButton({ selecting, disabled }: { selecting: Selecting; disabled: boolean }) {
  const [opened, setOpened] = useState(false)
  const changing = useChangingProfiles()
  const { selection, count, failed } = selecting
  if (changing.size === 0) return null
  const which = toSelectedLinks(selection)
  const links = selection.kind === 'links' ? [...selection.links.values()] : []
  const reason = count === failed ? 'Failed attempts have no link to change' : changeObstacle(links, changing)
  const [first] = links
  const isOne = first !== undefined && links.every((link) => link.environment === first.environment)
  const { profileId, environment } =
    selection.kind === 'all'
      ? selection.view
      : { profileId: undefined, environment: isOne ? first.environment : undefined }
  return (
    <>
      <BarButton icon={Pencil} disabled={disabled} obstacle={reason} onClick={() => setOpened(true)}>
        Change…
      </BarButton>
      {opened && (
        <ChangeDialog
          links={{ which, count: formatCount(count - failed, 'link'), profileId, environment }}
          close={() => setOpened(false)}
        />
      )}
    </>
  )
}

/**
 * Returns why the selected links can't be changed, or `null` if they can. `changing` lists the profiles whose service
 * supports changing links.
 */
function changeObstacle(
  links: readonly { profileId: string }[],
  changing: ReadonlySet<string>,
): string | null {
  if (links.length > maxSentById) return `Up to ${maxSentById.toLocaleString()} at a time, or all that match`
  const isChangeable = links.length === 0 || links.some((link) => changing.has(link.profileId))
  return isChangeable ? null : 'The service of these links doesn’t support changes'
}

const tooManyText = `At most ${maxCopiedLinks.toLocaleString()} links can be copied`

/** Returns which marks all selected links have. If all links of a view are selected, most aren't loaded, so they are counted. */
function useMarks({ selection, count }: Selecting, { view, kept }: SelectionBarProps['rows']) {
  const isAll = selection.kind === 'all'
  const mayDiffer = view.archived === 'all'
  const starredCount = useTotal({ ...view, starred: true }, isAll)
  const archivedCount = useTotal({ ...view, archived: 'only' }, isAll && mayDiffer)
  // A link may have been marked since it was selected.
  const keptById = new Map(kept.map((row) => [row.id, row]))
  const links = isAll ? [] : [...selection.links.values()].map((link) => keptById.get(link.id) ?? link)
  const areArchived = isAll ? archivedCount === count : links.every(({ archived }) => archived)
  return {
    isStarred: isAll ? starredCount === count : links.every(({ starred }) => starred),
    isArchived: mayDiffer ? areArchived : view.archived === 'only',
  }
}

/** Asks before an action on another number of links than was shown. */
function CountQuestion({ changed }: { changed: ChangedCount | null }) {
  if (!changed || changed.count === 0) return null
  const { count, answer } = changed
  return (
    <Question
      title="The list has changed"
      close={() => answer(false)}
      main={{
        label: count === 1 ? 'Continue with it' : `Continue with all ${formatNumber(count)}`,
        choose: () => answer(true),
      }}
    >
      {formatNumber(count)} {count === 1 ? 'matches' : 'match'} now. Nothing has been done yet.
    </Question>
  )
}
