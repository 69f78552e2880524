import { Anchor, Button, Modal, SegmentedControl, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { History, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { LoggedChange } from '../../../../contract/app/calls/links/library.ts'
import { emptyView } from '../../../../contract/app/library/emptyView.ts'
import { showProblem } from '../../../api/offerUndo.ts'
import { linkPath } from '../../../session/routes.ts'
import { EnvironmentBadge } from '../../../ui/Badge.tsx'
import { formatCount } from '../../../ui/formatCount.ts'
import { shorten } from '../../../ui/shorten.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { ProblemView } from '../../../ui/problem/ProblemView.tsx'
import { showToast } from '../../../ui/toast.ts'
import { formatTime } from '../../../ui/formatTime.ts'
import { useCall, useCallMutation } from '../../../api/useCall.ts'
import { describeChange } from './describeChange.ts'
import styles from './many.module.css'

/** Opens what was done lately: changes in the library, each with Undo, and created links with the key that made them. */
export function RecentChanges() {
  const [opened, { open, close }] = useDisclosure(false)
  const [shown, setShown] = useState<'library' | 'services'>('library')
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        c="dimmed"
        fw={400}
        title="Recent changes"
        aria-label="Recent changes"
        onClick={open}
      >
        <History size={14} aria-hidden />
        <Text span inherit visibleFrom="md" ml={8}>
          Recent changes
        </Text>
      </Button>
      <Modal opened={opened} onClose={close} size="lg" title="Recent changes">
        <SegmentedControl
          mb="sm"
          aria-label="Changes to show"
          data={[
            { value: 'library', label: 'In your library' },
            { value: 'services', label: 'Created links' },
          ]}
          value={shown}
          onChange={setShown}
        />
        {shown === 'library' ? <Changes /> : <CreatedLinks />}
      </Modal>
    </>
  )
}

const createdView = { ...emptyView, archived: 'all', sort: 'created' } as const

function CreatedLinks() {
  const { data, error, isPending } = useCall(
    'library.search',
    { view: createdView, limit: 30 },
    { staleTime: 0 },
  )
  if (error) return <ProblemView problem={error.problem} />
  if (isPending) return <Loading label="Loading the history" />
  return (
    <>
      <Text mb="sm" c="dimmed" fz="sm">
        The links that were created last, by you or by colleagues, with the key that made them if the service
        says so. The page of a link lists who changed it.
      </Text>
      <Stack className={styles['history']} component="ul" gap={0}>
        {data.rows.map(({ id, title, author, knownCreatedAt, environment }) => (
          <li key={id}>
            <span>
              <Anchor component={Link} href={linkPath(id)}>
                {shorten(title || 'Untitled link', 80)}
              </Anchor>
              {author !== null && ` with the key “${shorten(author, 40)}”`}
              {knownCreatedAt !== null && <time dateTime={knownCreatedAt}>{formatTime(knownCreatedAt)}</time>}
            </span>
            <EnvironmentBadge environment={environment} />
          </li>
        ))}
      </Stack>
    </>
  )
}

function Changes() {
  const { data, error, isPending } = useCall('library.changes', {}, { staleTime: 0 })
  if (error) return <ProblemView problem={error.problem} />
  if (isPending) return <Loading label="Loading the history" />
  return (
    <>
      <Text mb="sm" c="dimmed" fz="sm">
        Changes to notes, tags, stars and archiving, and removed links, from the last 30 days. Undoing one
        keeps any later changes.
      </Text>
      {data.changes.length === 0 ? (
        <p>No changes yet.</p>
      ) : (
        <Stack className={styles['history']} component="ul" gap={0}>
          {data.changes.map((change) => (
            <Entry key={change.id} entry={change} />
          ))}
        </Stack>
      )}
    </>
  )
}

function Entry({ entry: { id, change, links, madeAt, undoneAt } }: { entry: LoggedChange }) {
  const undo = useCallMutation('library.undo')
  const words = describeChange(links, change)
  // Callbacks of `mutate` are not called once the list is closed.
  const undoChange = () =>
    void undo
      .mutateAsync({ changeId: id })
      .then(
        (restored) =>
          showToast({ role: 'status', message: `${formatCount(restored.links, 'link')} restored` }),
        showProblem,
      )
  return (
    <li>
      <span>
        <span>{words}</span>
        <time dateTime={madeAt}>{formatTime(madeAt)}</time>
      </span>
      {undoneAt === null ? (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Undo2 size={14} aria-hidden />}
          aria-label={`Undo: ${words}`}
          loading={undo.isPending}
          onClick={undoChange}
        >
          Undo
        </Button>
      ) : (
        <Text span c="dimmed" fz="sm">
          Undone
        </Text>
      )}
    </li>
  )
}
