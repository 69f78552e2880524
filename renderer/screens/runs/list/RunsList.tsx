import { Box, Button, Flex, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { Layers, Plus, Search } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { Run } from '../../../../contract/app/runs/run.ts'
import { useRuns, type RunKind } from '../../../api/runList.ts'
import { useCanChangeLinks } from '../../../features/change/many/useCanChangeLinks.ts'
import { changeTablePath, newRunPath } from '../../../session/routes.ts'
import { useSession } from '../../../session/Session.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { ProblemView } from '../../../ui/problem/ProblemView.tsx'
import { shorten } from '../../../ui/shorten.ts'
import { Empty } from '../../../ui/Empty.tsx'
import { TableProblem, TableReader } from '../create/TableReader.tsx'
import { useGivenTable } from '../create/useGivenTable.ts'
import { useNewRun } from '../create/useNewRun.ts'
import { RunsTable } from './RunsTable.tsx'
import { SmallButton } from '../../../ui/variants.ts'
import styles from './list.module.css'

const noRuns: readonly Run[] = []

/** Where a run of each kind starts from a table. */
const startPaths = { create: newRunPath, change: changeTablePath }

/** Lists the runs, newest first. */
export function RunsList() {
  const kind = useKind()
  return (
    <TableTarget key={kind} kind={kind}>
      <Runs kind={kind} />
    </TableTarget>
  )
}

/** Starts a run with a table that is pasted or dropped on `children`. */
function TableTarget({ kind, children }: { kind: RunKind; children: ReactNode }) {
  const run = useNewRun(kind)
  const { canChangeLinks } = useSession().current.profile
  const canStart = kind === 'create' || canChangeLinks
  const over = useGivenTable(canStart && run.step.at === 'choosing' ? run : null)
  return (
    <TableReader {...run}>
      <div className={styles['target']} data-over={(canStart && over) || undefined}>
        <TableProblem {...run} />
        {children}
      </div>
    </TableReader>
  )
}

function Runs({ kind }: { kind: RunKind }) {
  const [, go] = useLocation()
  const [search, setSearch] = useState('')
  const [pages, setPages] = useState(1)
  const { data, error, isPending, refetch } = useRuns(kind, search.trim(), pages)
  const runs = data?.runs ?? noRuns
  if (isPending) return <Loading label="Loading your runs" />
  const hasMore = typeof data?.next === 'string'
  const isEmpty = runs.length === 0 && !error
  if (isEmpty && search.trim() === '') return <NoRunsYet kind={kind} />
  return (
    <Stack gap={14} p="14px var(--gutter) 24px">
      <Flex gap="xs" align="center">
        <KindChoice kind={kind} />
        <TextInput
          flex={1}
          data-own-paste
          aria-label="Search runs"
          placeholder="Search by name"
          leftSection={<Search size={15} />}
          maxLength={1_000}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Button leftSection={<Plus size={15} />} onClick={() => go(startPaths[kind])}>
          {kind === 'create' ? 'New run' : 'Change from a table'}
        </Button>
      </Flex>
      {error && <ProblemView problem={error.problem} retry={() => void refetch()} />}
      {isEmpty && (
        <Text role="status" inherit c="dimmed">
          No run is called “{shorten(search.trim(), 60)}”.
        </Text>
      )}
      <RunsTable runs={runs} />
      {hasMore && (
        <SmallButton style={{ alignSelf: 'flex-start' }} onClick={() => setPages(pages + 1)}>
          Show more
        </SmallButton>
      )}
    </Stack>
  )
}

/** Returns the kind of runs that the address selects. */
function useKind(): RunKind {
  return new URLSearchParams(useSearch()).get('kind') === 'change' ? 'change' : 'create'
}

/** Switches between runs that create links and runs that change them. Hidden if no service can change links. */
function KindChoice({ kind }: { kind: RunKind }) {
  const [, go] = useLocation()
  const canChangeLinks = useCanChangeLinks()
  if (!canChangeLinks && kind === 'create') return null
  return (
    <SegmentedControl
      aria-label="Runs shown"
      value={kind}
      onChange={(value) => go(value === 'change' ? '/bulk?kind=change' : '/bulk')}
      data={[
        { value: 'create', label: 'New links' },
        { value: 'change', label: 'Changes' },
      ]}
    />
  )
}

const emptyTexts = {
  create: {
    title: 'Many links at once',
    text: 'Paste rows from a spreadsheet, choose a file, or combine lists such as channels and languages. You check every row, look at the first link, and get the rest back in the order of your table.',
    start: 'Start with your rows',
    fromLinks: 'Start from links',
  },
  change: {
    title: 'Change many links at once',
    text: 'Choose links in Links and press Change, or paste a table with a link and its new address in each row. You see every difference before anything is sent, and can undo the whole run.',
    start: 'Change from a table',
    fromLinks: 'Choose links',
  },
} as const satisfies Record<RunKind, object>

/** Shown before the first run of a kind. */
function NoRunsYet({ kind }: { kind: RunKind }) {
  const [, go] = useLocation()
  const { title, text, start, fromLinks } = emptyTexts[kind]
  return (
    <>
      <Box className={styles['kinds'] ?? ''} p="14px var(--gutter) 0">
        <KindChoice kind={kind} />
      </Box>
      <Empty
        icon={Layers}
        title={title}
        actions={
          <>
            <Button onClick={() => go(startPaths[kind])}>{start}</Button>
            <Button variant="default" onClick={() => go('/links')}>
              {fromLinks}
            </Button>
          </>
        }
      >
        {text}
      </Empty>
    </>
  )
}
