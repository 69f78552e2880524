import { Anchor, Button, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { History, Undo2 } from 'lucide-react'
import { Link } from 'wouter'
import type { RecentChange } from '../../../../contract/app/calls/links/changes.ts'
import type { LoggedChange } from '../../../../contract/app/calls/links/library.ts'
import { showProblem } from '../../../api/offerUndo.ts'
import { useCommands } from '../../../session/commands.ts'
import { titleText } from '../../../link/titleText.ts'
import { linkPath, runPath } from '../../../session/routes.ts'
import { EnvironmentBadge } from '../../../ui/Badge.tsx'
import { formatCount } from '../../../ui/formatCount.ts'
import { shorten } from '../../../ui/shorten.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { ProblemView } from '../../../ui/problem/ProblemView.tsx'
import { showToast } from '../../../ui/toast.ts'
import { formatTime } from '../../../ui/formatTime.ts'
import { useCall, useCallMutation } from '../../../api/useCall.ts'
import { describeChange, describeRecent } from './describeChange.ts'
import { QuietText } from '../../../ui/variants.ts'
import styles from './many.module.css'

/** Opens what was done lately: changes in the library, each with Undo, and at services, a run as one line. */
export function RecentChanges() {
  const [opened, { open, close }] = useDisclosure(false)
  useCommands({ recentChanges: open })
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
        <History size={14} />
        <Text span inherit visibleFrom="md" ml={8}>
          Recent changes
        </Text>
      </Button>
      <Modal opened={opened} onClose={close} size="lg" title="Recent changes">
        <Changes />
      </Modal>
    </>
  )
}

function Changes() {
  const library = useCall('library.changes', {}, { staleTime: 0 })
  const services = useCall('changes.recent', {}, { staleTime: 0 })
  const error = library.error ?? services.error
  if (error) return <ProblemView problem={error.problem} />
  if (!library.data || !services.data) return <Loading label="Loading the history" />
  const items = [
    ...library.data.changes.map((entry) => ({
      madeAt: entry.madeAt,
      item: <Entry key={entry.id} entry={entry} />,
    })),
    ...services.data.changes.map((change, index) => ({
      madeAt: change.madeAt,
      item: <ServiceEntry key={index} change={change} />,
    })),
  ].toSorted((a, b) => Date.parse(b.madeAt) - Date.parse(a.madeAt))
  return (
    <>
      <QuietText mb="sm">
        What changed in the last 30 days: created and changed links, runs, and notes, tags, stars, archiving
        and removals in your library. Undoing one of the latter keeps any later changes.
      </QuietText>
      {items.length === 0 ? (
        <p>No changes yet.</p>
      ) : (
        <Stack className={styles['history']} component="ul" gap={0}>
          {items.map(({ item }) => item)}
        </Stack>
      )}
    </>
  )
}

/** Shows what happened to links at their service, and leads to them. */
function ServiceEntry({ change }: { change: RecentChange }) {
  const name = shorten(titleText(change.name), 80)
  const href = change.kind === 'run' ? runPath(change.run) : linkPath(change.link)
  const hasName = change.kind !== 'created' || change.links === 1
  return (
    <li>
      <span>
        {hasName && (
          <>
            <Anchor component={Link} href={href} underline="always">
              {name}
            </Anchor>
            {': '}
          </>
        )}
        {describeRecent(change)}
        <time dateTime={change.madeAt}>
          {formatTime(change.madeAt)} · {change.place.profileName}
        </time>
      </span>
      <EnvironmentBadge environment={change.place.environment} />
    </li>
  )
}

function Entry({ entry: { id, change, links, madeAt, undoneAt } }: { entry: LoggedChange }) {
  // Passed to the mutation itself, because the list may be closed by then.
  const undo = useCallMutation('library.undo', {
    onSuccess: (restored) =>
      showToast({ role: 'status', message: `${formatCount(restored.links, 'link')} restored` }),
    onError: showProblem,
  })
  const words = describeChange(links, change)
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
          leftSection={<Undo2 size={14} />}
          aria-label={`Undo: ${words}`}
          loading={undo.isPending}
          onClick={() => undo.mutate({ changeId: id })}
        >
          Undo
        </Button>
      ) : (
        <QuietText span>Undone</QuietText>
      )}
    </li>
  )
}
