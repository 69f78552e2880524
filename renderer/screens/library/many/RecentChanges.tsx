import { Button, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { History, Undo2 } from 'lucide-react'
import type { LoggedChange } from '../../../../contract/app/calls/links/library.ts'
import { showProblem } from '../../../api/offerUndo.ts'
import { formatCount } from '../../../ui/formatCount.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { ProblemView } from '../../../ui/problem/ProblemView.tsx'
import { showToast } from '../../../ui/toast.ts'
import { formatTime } from '../../../ui/formatTime.ts'
import { useCall, useCallMutation } from '../../../api/useCall.ts'
import { describeChange } from './describeChange.ts'
import styles from './many.module.css'

/** Opens the history of library-only changes, each with Undo. */
export function RecentChanges() {
  const [opened, { open, close }] = useDisclosure(false)
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
        <span className={styles['recentChanges']}>Recent changes</span>
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        size="lg"
        title="Recent changes"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Changes />
      </Modal>
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
