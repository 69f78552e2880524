import { Button, CloseButton, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Pencil, RefreshCw, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { SavedView } from '../../../../../contract/app/library/savedView.ts'
import { offerUndo, showProblem } from '../../../../api/offerUndo.ts'
import { focusNeighbour } from '../../../../ui/focusNeighbour.ts'
import { IconButton } from '../../../../ui/IconButton.tsx'
import { callQuery, useCallMutation } from '../../../../api/useCall.ts'
import { ViewForm } from './ViewForm.tsx'

interface SavedViewRowProps {
  view: SavedView
  /** The parameters of the shown view. */
  shown: string
  isCurrent: boolean
  open: () => void
}

/** Shows one saved view with its actions. */
export function SavedViewRow({ view, shown, isCurrent, open }: SavedViewRowProps) {
  const { name } = view
  const [renaming, setRenaming] = useState(false)
  const pencil = useRef<HTMLButtonElement>(null)
  const { update, remove } = useChangeView()
  if (renaming) {
    const endRenaming = () => {
      setRenaming(false)
      requestAnimationFrame(() => pencil.current?.focus())
    }
    return <Rename view={view} done={endRenaming} />
  }
  return (
    <Group component="li" gap={2} wrap="nowrap">
      <Button
        flex={1}
        miw={0}
        size="compact-sm"
        variant={isCurrent ? 'light' : 'subtle'}
        color="gray"
        fw={isCurrent ? 600 : 400}
        justify="flex-start"
        aria-current={isCurrent || undefined}
        title={name}
        onClick={open}
      >
        {name}
      </Button>
      {!isCurrent && (
        <IconButton
          size="sm"
          icon={RefreshCw}
          label={`Update ${name} to this view`}
          tooltip="Update to this view"
          onClick={() => update(view, shown)}
        />
      )}
      <IconButton
        ref={pencil}
        size="sm"
        icon={Pencil}
        label={`Rename ${name}`}
        tooltip="Rename"
        onClick={() => setRenaming(true)}
      />
      <IconButton
        size="sm"
        icon={Trash2}
        label={`Delete ${name}`}
        tooltip="Delete"
        data-entry-action="delete"
        onClick={(event) => {
          const menu = event.currentTarget.closest('[role="dialog"]')
          focusNeighbour(event.currentTarget, menu?.querySelector<HTMLElement>('[data-autofocus]'))
          remove(view)
        }}
      />
    </Group>
  )
}

/** Changes and deletes saved views, with undo that works after the menu is closed. */
function useChangeView() {
  const save = useCallMutation('views.save')
  const removal = useCallMutation('views.remove')
  const client = useQueryClient()
  const putBack = (view: SavedView) => () => save.mutateAsync(view)
  const restoreQuery =
    ({ id, query }: SavedView) =>
    async () => {
      // It may have been renamed or deleted since.
      const views = client.getQueryData(callQuery('views.list', {}).queryKey)
      const current = views?.find((view) => view.id === id)
      if (current) await save.mutateAsync({ ...current, query })
    }
  return {
    update: (view: SavedView, query: string) =>
      void save
        .mutateAsync({ ...view, query })
        .then(
          () => offerUndo({ message: `View “${view.name}” changed.`, undo: restoreQuery(view) }),
          showProblem,
        ),
    remove: (view: SavedView) =>
      void removal
        .mutateAsync({ id: view.id })
        .then(() => offerUndo({ message: `View “${view.name}” deleted.`, undo: putBack(view) }), showProblem),
  }
}

function Rename({ view, done }: { view: SavedView; done: () => void }) {
  const cancelOnEscape = (event: React.KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    done()
  }
  return (
    <li onKeyDown={cancelOnEscape}>
      <ViewForm view={view} aria-label={`New name of ${view.name}`} autoFocus saved={done}>
        <CloseButton size="sm" aria-label="Cancel renaming" onClick={done} />
      </ViewForm>
    </li>
  )
}
