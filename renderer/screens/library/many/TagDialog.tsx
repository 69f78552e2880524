import { Modal, TagsInput } from '@mantine/core'
import { useState } from 'react'
import { limits } from '../../../../contract/service/api/limits.ts'
import { emptyView } from '../../../../contract/app/library/emptyView.ts'
import type { LibraryView } from '../../../../contract/app/library/view.ts'
import { useFacets } from '../../../api/library.ts'
import { useLeaveQuestion } from '../../../session/AskBeforeLeaving.tsx'
import { DialogForm } from '../../../ui/forms/DialogForm.tsx'
import { QuietText } from '../../../ui/variants.ts'

/** The tags to add and to remove. */
export interface TagChange {
  addTags: string[]
  removeTags: string[]
}

interface TagDialogProps {
  initial: TagChange
  close: () => void
  /** The selected links in words: "3 links". */
  count: string
  /** The view whose tags can be removed. */
  view: LibraryView
  apply: (change: TagChange) => void
}

/** Adds and removes tags of many links, only in the library. */
export function TagDialog({ initial, close, count, view, apply }: TagDialogProps) {
  const [added, setAdded] = useState(initial.addTags)
  const [removed, setRemoved] = useState(initial.removeTags)
  // Text typed without Enter becomes a tag on blur, so that it is applied too.
  const [adding, setAdding] = useState('')
  const [removing, setRemoving] = useState('')
  const isEmpty = added.length + removed.length === 0 && (adding + removing).trim() === ''
  const known = useFacets('tags', emptyView).data?.values.map(({ value }) => value) ?? []
  const tagsInView = useFacets('tags', view).data?.values.map(({ value }) => value) ?? []
  const submit = () => {
    close()
    apply({ addTags: added, removeTags: removed })
  }
  const shared = {
    acceptValueOnBlur: true,
    openOnFocus: false,
    maxTags: limits.tags,
    maxLength: limits.tagLength,
    limit: 8,
    clearable: true,
  }
  const { leave, question } = useLeaveQuestion(() => !isEmpty)
  return (
    <Modal opened onClose={() => leave(close)} title={`Tag ${count}`}>
      <DialogForm submit={submit} cancel={close} label="Apply" disabled={isEmpty}>
        <TagsInput
          {...shared}
          label="Add"
          data-autofocus
          data={known.filter((tag) => !removed.includes(tag))}
          value={added}
          onChange={setAdded}
          searchValue={adding}
          onSearchChange={setAdding}
        />
        <TagsInput
          {...shared}
          label="Remove"
          data={tagsInView.filter((tag) => !added.includes(tag))}
          value={removed}
          onChange={setRemoved}
          searchValue={removing}
          onSearchChange={setRemoving}
        />
        <QuietText>Only in your library; the service’s tags don’t change.</QuietText>
      </DialogForm>
      {question}
    </Modal>
  )
}
