import { Button, Group, Stack, TagsInput, Textarea } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { Archive, ArchiveRestore, Star } from 'lucide-react'
import { useRef, useState } from 'react'
import { emptyView } from '../../../contract/app/library/emptyView.ts'
import type { CallInput } from '../../../contract/app/calls/calls.ts'
import { maxNoteLength } from '../../../contract/app/library/row.ts'
import { limits } from '../../../contract/service/api/limits.ts'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { isChangeable } from '../../features/change/isChangeable.ts'
import { useConfirmedChange } from '../../features/change/useConfirmedChange.tsx'
import { useCommands } from '../../session/commands.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { useFacets, useMarkLinks } from '../../api/library.ts'
import { useFlushOnLeave } from '../../api/useFlushOnLeave.ts'
import type { ProblemError } from '../../api/problemError.ts'
import { showProblemToast } from '../../ui/problem/showProblem.ts'
import { useStableCallbacks } from '../../ui/useStableCallbacks.ts'
import { QuietText, SmallButton } from '../../ui/variants.ts'

type Change = CallInput<'library.mark'>['change']

interface LocalFieldsProps {
  record: LinkRecord
  profile?: SavedProfile | undefined
}

/** Edits the library-only fields of a link. Changes are saved immediately. */
export function LocalFields({ record, profile }: LocalFieldsProps) {
  const { id, local, isShared } = record
  const { starred, archived, note, tags } = local ?? { starred: false, archived: false, note: null, tags: [] }
  const { mutateAsync } = useMarkLinks()
  /** Resolves with whether the change was saved. A failure is shown even if the fields are closed by then. */
  const mark = async (change: Change, changeId?: string) => {
    try {
      await mutateAsync({ which: { ids: [id] }, change, changeId })
      return true
    } catch (error) {
      showProblemToast((error as ProblemError).problem)
      return false
    }
  }
  const star = () => void mark({ starred: !starred })
  const archive = () => void mark({ archived: !archived })
  useCommands({ starLink: star, archiveLink: archive })
  return (
    <Stack
      component="section"
      gap={10}
      p={12}
      bg="var(--sunken)"
      bd="1px solid var(--line)"
      bdrs="sm"
      aria-label="Only in your library"
    >
      {isShared === true && (
        <QuietText fz="xs">
          Your team sees this link, but not your star, archive, tags and note below.
        </QuietText>
      )}
      <Group gap="xs">
        <SmallButton
          aria-pressed={starred}
          leftSection={<Star size={14} fill={starred ? 'currentcolor' : 'none'} />}
          onClick={star}
        >
          {starred ? 'Starred' : 'Star'}
        </SmallButton>
        <SmallButton
          leftSection={archived ? <ArchiveRestore size={14} /> : <Archive size={14} />}
          onClick={archive}
        >
          {archived ? 'Unarchive' : 'Archive'}
        </SmallButton>
      </Group>
      <Tags record={record} tags={tags} profile={profile} mark={(change) => void mark(change)} />
      <Note
        note={note ?? ''}
        save={(text, changeId) => mark({ note: text.trim() === '' ? null : text }, changeId)}
      />
    </Stack>
  )
}

interface TagsProps extends LocalFieldsProps {
  tags: readonly string[]
  mark: (change: Change) => void
}

/** Edits the tags in the library. Those that differ from the service's can be shared if the link can be changed. */
function Tags({ record, profile, tags, mark }: TagsProps) {
  const serviceTags = record.stored?.tags ?? []
  const isOwn = tags.length !== serviceTags.length || tags.some((tag) => !serviceTags.includes(tag))
  const canShare = isOwn && profile !== undefined && isChangeable(record, profile)
  const knownTags = useFacets('tags', emptyView).data?.values.map(({ value }) => value) ?? []
  return (
    <TagsInput
      label="Tags"
      description={
        canShare ? (
          <ShareTags record={record} tags={tags} />
        ) : (
          'Only in your library; the service’s tags don’t change.'
        )
      }
      placeholder={tags.length === 0 ? 'Type one and press Enter' : ''}
      data={knownTags}
      limit={8}
      maxTags={Math.max(limits.tags, tags.length)}
      maxLength={limits.tagLength}
      acceptValueOnBlur
      openOnFocus={false}
      value={[...tags]}
      onChange={(next) =>
        mark({
          addTags: next.filter((tag) => !tags.includes(tag)),
          removeTags: tags.filter((tag) => !next.includes(tag)),
        })
      }
    />
  )
}

/** Says that tags differ from the service's, and offers to send them there. */
function ShareTags({ record, tags }: { record: LinkRecord; tags: readonly string[] }) {
  const { ask, question, changing } = useConfirmedChange(record)
  return (
    <>
      These are only in your library.{' '}
      <Button
        size="compact-xs"
        variant="subtle"
        loading={changing.isPending}
        onClick={() =>
          ask({
            ...{ title: 'Share the tags of this link', done: 'Tags shared' },
            patch: { tags: tags.length === 0 ? null : JSON.stringify(tags) },
          })
        }
      >
        Share them
      </Button>
      {question}
    </>
  )
}

/** Delay in milliseconds after the last keystroke before a note is saved. Blur saves immediately. */
const saveDelayMs = 600

interface NoteProps {
  note: string
  /** Resolves with whether the text was saved. All saves between focus and blur are one change. */
  save: (text: string, changeId: string) => Promise<boolean>
}

function Note({ note, save }: NoteProps) {
  const [text, setText] = useState(note)
  const [savedNote, setSavedNote] = useState(note)
  const changeId = useRef('')
  const unsaved = useRef<string | null>(null)
  const saveUnsaved = async () => {
    if (unsaved.current === null) return
    const unsavedText = unsaved.current
    unsaved.current = null
    const isSaved = await save(unsavedText, changeId.current)
    // Leaving the field tries again.
    if (!isSaved) unsaved.current ??= unsavedText
  }
  const saveSoon = useDebouncedCallback(saveUnsaved, saveDelayMs)
  // Restoring an earlier version changes the note from outside.
  if (note !== savedNote) {
    setSavedNote(note)
    if (text.trim() === savedNote.trim()) setText(note)
  }
  // The drawer or the window can be closed by keyboard while typing.
  const { flush } = useStableCallbacks<{ flush: () => void }>({ flush: () => void saveUnsaved() })
  useFlushOnLeave(flush)
  return (
    <Textarea
      label="Note"
      placeholder="For example: what it’s for, where it’s printed"
      autosize
      minRows={1}
      maxRows={8}
      maxLength={maxNoteLength}
      value={text}
      onFocus={() => (changeId.current = crypto.randomUUID())}
      onChange={(event) => {
        changeId.current ||= crypto.randomUUID()
        unsaved.current = event.currentTarget.value
        setText(event.currentTarget.value)
        saveSoon()
      }}
      onBlur={() => void saveUnsaved()}
    />
  )
}
