import { Autocomplete, Button, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { limits } from '../../../../contract/service/api/limits.ts'
import { emptyView } from '../../../../contract/app/library/emptyView.ts'
import type { LibraryView } from '../../../../contract/app/library/view.ts'
import { useTotal } from '../../../api/counts.ts'
import { useFacets, useUndoableMark } from '../../../api/library.ts'
import { showProblem } from '../../../api/offerUndo.ts'
import { ChangeDialog } from '../../../features/change/many/ChangeDialog.tsx'
import { useCanChangeLinks } from '../../../features/change/many/useCanChangeLinks.ts'
import { DialogButtons } from '../../../ui/forms/DialogForm.tsx'
import { formatCount } from '../../../ui/formatCount.ts'
import { QuietText } from '../../../ui/variants.ts'

/**
 * Renames a tag of all links, or merges it with another one: by a change run where the service supports changes, or only in
 * the library.
 */
export function RenameTag({ close }: { close: () => void }) {
  const [tag, setTag] = useState('')
  const [name, setName] = useState('')
  const [isChanging, setIsChanging] = useState(false)
  const tags = useFacets('tags', { ...emptyView, archived: 'all' }).data?.values ?? []
  const view: LibraryView = { ...emptyView, archived: 'all', tags: { any: [tag], all: [], none: [] } }
  const count = useTotal(view, tag !== '')
  const canChangeLinks = useCanChangeLinks()
  const mark = useUndoableMark()
  const newName = name.trim()
  const isIncomplete = !count || ['', tag].includes(newName)
  const links = formatCount(count ?? 0, 'link')
  const isMerge = tags.some(({ value }) => value === newName) && newName !== tag
  if (isChanging) {
    return (
      <ChangeDialog
        links={{ which: { view }, count: links }}
        initial={{ kind: 'replace', part: 'tag', find: tag, text: newName }}
        close={close}
      />
    )
  }
  const inLibrary = () => {
    const message = (renamed: number) =>
      `“${tag}” is now “${newName}” in ${formatCount(renamed, 'link')}, only in your library.`
    void mark({ view }, { addTags: [newName], removeTags: [tag] }, message).then(close, showProblem)
  }
  return (
    <Modal opened onClose={close} title="Rename a tag">
      <Stack gap="md">
        <Autocomplete
          label="Tag"
          data-autofocus
          data={tags.map(({ value }) => value)}
          limit={8}
          value={tag}
          onChange={setTag}
        />
        <Autocomplete
          label="New name"
          data={tags.map(({ value }) => value).filter((other) => other !== tag)}
          limit={8}
          maxLength={limits.tagLength}
          value={name}
          onChange={setName}
        />
        <QuietText role="status" mih={44}>
          {count !== undefined && `${links} ${count === 1 ? 'has' : 'have'} this tag. `}
          {isMerge && 'The other tag exists already, so the two are merged. '}
          {explain(canChangeLinks)}
        </QuietText>
        <Buttons
          {...{ close, canChangeLinks, isIncomplete, inLibrary }}
          atService={() => setIsChanging(true)}
        />
      </Stack>
    </Modal>
  )
}

function explain(canChangeLinks: boolean): string {
  return canChangeLinks
    ? 'At the service, you see a preview first. In the library only, the service’s tags don’t change.'
    : 'Only in your library; the service’s tags don’t change.'
}

interface ButtonsProps {
  close: () => void
  canChangeLinks: boolean
  isIncomplete: boolean
  inLibrary: () => void
  atService: () => void
}

function Buttons({ close, canChangeLinks, isIncomplete, inLibrary, atService }: ButtonsProps) {
  return (
    <DialogButtons cancel={close}>
      <Button variant={canChangeLinks ? 'default' : 'filled'} disabled={isIncomplete} onClick={inLibrary}>
        {canChangeLinks ? 'In the library only' : 'Rename'}
      </Button>
      {canChangeLinks && (
        <Button disabled={isIncomplete} onClick={atService}>
          At the service…
        </Button>
      )}
    </DialogButtons>
  )
}
