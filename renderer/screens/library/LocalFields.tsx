import { Button, TagsInput, Textarea } from '@mantine/core'
import { Archive, ArchiveRestore, Star } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { CallInput } from '../../../contract/calls.ts'
import { maxNoteLength } from '../../../contract/library/row.ts'
import { limits } from '../../../contract/limits.ts'
import type { LinkRecord } from '../../../contract/record.ts'
import { useFacets, useMarkLinks } from '../../api/collection.ts'
import { showProblemToast } from '../../ui/problem/showProblem.tsx'
import { defaultView } from './view/viewQuery.ts'
import styles from './library.module.css'

type Change = CallInput<'links.mark'>['change']

/** What is kept of a link in this library alone, and changed here at once. */
export function LocalFields({ record: { id, local } }: { record: LinkRecord }) {
  const { starred, archived, note, tags } = local ?? { starred: false, archived: false, note: null, tags: [] }
  const { mutate } = useMarkLinks()
  const mark = (change: Change) =>
    mutate({ which: { ids: [id] }, change }, { onError: ({ problem }) => showProblemToast(problem) })
  const known = useFacets('tags', defaultView).data?.values.map(({ value }) => value) ?? []
  return (
    <section className={styles['local']} aria-label="Only in your library">
      <div className={styles['localSwitches']}>
        <Button
          size="xs"
          variant="default"
          aria-pressed={starred}
          leftSection={<Star size={14} aria-hidden fill={starred ? 'currentcolor' : 'none'} />}
          onClick={() => mark({ starred: !starred })}
        >
          {starred ? 'Starred' : 'Star'}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={
            archived ? <ArchiveRestore size={14} aria-hidden /> : <Archive size={14} aria-hidden />
          }
          onClick={() => mark({ archived: !archived })}
        >
          {archived ? 'Take out of the archive' : 'Archive'}
        </Button>
      </div>
      <TagsInput
        label="Tags"
        description="Only in your library; the service’s tags don’t change."
        placeholder={tags.length === 0 ? 'Type one and press Enter' : ''}
        data={known}
        limit={8}
        maxTags={Math.max(limits.tags, tags.length)}
        maxLength={limits.tagLength}
        acceptValueOnBlur
        openOnFocus={false}
        value={tags}
        onChange={(next) =>
          mark({
            addTags: next.filter((tag) => !tags.includes(tag)),
            removeTags: tags.filter((tag) => !next.includes(tag)),
          })
        }
      />
      <Note note={note ?? ''} save={(text) => mark({ note: text.trim() === '' ? null : text })} />
    </section>
  )
}

/** So long after the last key a note is kept; leaving it keeps it at once. */
const saveDelayMs = 600

function Note({ note, save }: { note: string; save: (text: string) => void }) {
  const [text, setText] = useState(note)
  const unsaved = useRef<string | null>(null)
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  const keep = () => {
    if (unsaved.current === null) return
    const typed = unsaved.current
    unsaved.current = null
    latest.current(typed)
  }
  useEffect(() => {
    const timer = setTimeout(keep, saveDelayMs)
    return () => clearTimeout(timer)
  }, [text])
  // The drawer may be closed by a key, in the middle of a word.
  useEffect(() => keep, [])
  return (
    <Textarea
      label="Note"
      placeholder="For yourself: what it is for, where it is printed"
      autosize
      minRows={1}
      maxRows={8}
      maxLength={maxNoteLength}
      value={text}
      onChange={(event) => {
        unsaved.current = event.currentTarget.value
        setText(event.currentTarget.value)
      }}
      onBlur={keep}
    />
  )
}
