import { Button, Flex, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { Layers, Plus, Search } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
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
      <div style={canStart && over ? { boxShadow: 'inset 0 0 0 2px var(--accent)' } : {}}>
        <TableProblem {...run} />
        {children}
      </div>
    </TableReader>
  )
}

function Runs({ kind }: { kind: RunKind }) {
  const [, go] = useLocation()
  const [search, setSearch] = useState('')
  const query = useRuns(kind, search.trim())
  const { data, error } = query
  const runs = data?.pages.flatMap((page) => page.runs) ?? []
  if (query.isPending) return <Loading label="Loading your runs" />
  const isEmpty = runs.length === 0 && !error
  const isNew = isEmpty && search.trim() === ''
  return (
    <Stack gap={14} p="14px var(--gutter) 24px">
      <Flex gap="xs" align="center">
        <KindChoice kind={kind} />
        {!isNew && (
          <>
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
            <Button leftSection={<Plus size={15} />} onClick={() => go(kinds[kind].path)}>
              {kinds[kind].start}
            </Button>
          </>
        )}
      </Flex>
      {error && <ProblemView problem={error.problem} retry={() => void query.refetch()} />}
      {isNew && <NoRunsYet kind={kind} />}
      {isEmpty && !isNew && (
        <Text role="status" inherit c="dimmed">
          No run is called “{shorten(search.trim(), 60)}”.
        </Text>
      )}
      <RunsTable runs={runs} />
      {query.hasNextPage && (
        <SmallButton
          style={{ alignSelf: 'flex-start' }}
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
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

const kinds = {
  create: {
    path: newRunPath,
    start: 'New run',
    title: 'Many links at once',
    text: 'Paste rows from a spreadsheet, choose a file, or combine lists such as channels and languages. You check every row, look at the first link, and get the rest back in the order of your table.',
    first: 'Start with your rows',
    fromLinks: 'Start from links',
  },
  change: {
    path: changeTablePath,
    start: 'Change from a table',
    title: 'Change many links at once',
    text: 'Choose links in Links and press Change, or paste a table with a link and its new address in each row. You see every difference before anything is sent, and can undo the whole run.',
    first: 'Change from a table',
    fromLinks: 'Choose links',
  },
} as const satisfies Record<RunKind, object>

/** Shown before the first run of a kind. */
function NoRunsYet({ kind }: { kind: RunKind }) {
  const [, go] = useLocation()
  const { path, title, text, first, fromLinks } = kinds[kind]
  return (
    <Empty
      icon={Layers}
      title={title}
      actions={
        <>
          <Button onClick={() => go(path)}>{first}</Button>
          <Button variant="default" onClick={() => go('/links')}>
            {fromLinks}
          </Button>
        </>
      }
    >
      {text}
    </Empty>
  )
}
