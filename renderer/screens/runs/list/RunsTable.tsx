import { Button, Checkbox, Group, Progress, Stack, Text } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Run } from '../../../../contract/app/runs/run.ts'
import { isUnderWay } from '../../../api/runs.ts'
import { runPath } from '../../../session/routes.ts'
import { Badge, EnvironmentBadge } from '../../../ui/Badge.tsx'
import { RowLink } from '../../../ui/RowLink.tsx'
import { Table, type TableColumn } from '../../../ui/Table.tsx'
import { formatCount, formatNumber } from '../../../ui/formatCount.ts'
import { formatTime } from '../../../ui/formatTime.ts'
import { shorten } from '../../../ui/shorten.ts'
import { useRemoval } from '../head/useRemoval.ts'
import { totalRows } from '../rows/useRunRows.ts'
import {
  countCreatable,
  isReopened,
  outcomeText,
  reopenedState,
  reopenedText,
  runStates,
} from '../shared/runStates.ts'
import { QuietText, SmallButton } from '../../../ui/variants.ts'

/** Shows one run per row: its name, target and results. Several can be removed. Renders nothing if there are no runs. */
export function RunsTable({ runs }: { runs: readonly Run[] }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const removeRuns = useRemoval()
  if (runs.length === 0) return null
  const chosen = runs.filter((run) => selected.has(run.id) && !isUnderWay(run))
  const toggle = (id: string, isChosen: boolean) => {
    const others = [...selected].filter((other) => other !== id)
    setSelected(new Set(isChosen ? [...others, id] : others))
  }
  const checkbox = (run: Run) => (
    <Checkbox
      // Above the link that covers the row.
      pos="relative"
      style={{ zIndex: 1 }}
      aria-label={`Select ${shorten(run.name, 60)}`}
      disabled={isUnderWay(run)}
      checked={chosen.includes(run)}
      onChange={(event) => toggle(run.id, event.currentTarget.checked)}
    />
  )
  const remove = () => {
    setSelected(new Set())
    removeRuns(...chosen)
  }
  return (
    <>
      {chosen.length > 0 && (
        <Group role="group" aria-label="Selected runs" gap="xs">
          <strong>{formatCount(chosen.length, 'run')} selected</strong>
          <SmallButton leftSection={<Trash2 size={14} />} onClick={remove}>
            Remove from list
          </SmallButton>
          <SmallButton
            onClick={() => setSelected(new Set(runs.filter((run) => !isUnderWay(run)).map(({ id }) => id)))}
          >
            Select all {formatNumber(runs.length)}
          </SmallButton>
          <Button size="xs" variant="subtle" onClick={() => setSelected(new Set())}>
            Clear selection
          </Button>
        </Group>
      )}
      <Table
        // The text of the first column, not its cell, starts at the screen's left edge.
        w="calc(100% + 20px)"
        mx={-10}
        layout="fixed"
        fz="md"
        verticalSpacing={10}
        highlightOnHover
        columns={[{ head: null, cell: checkbox, look: { w: 36 } }, ...columns]}
        rows={runs}
        getKey={({ id }) => id}
      />
    </>
  )
}

const columns: TableColumn<Run>[] = [
  { head: 'Run', cell: (run) => <Name run={run} /> },
  { head: 'Where', cell: (run) => <Where run={run} />, look: { w: '24%', visibleFrom: 'sm' } },
  { head: 'Links', cell: (run) => <CountsBar run={run} />, look: { w: { base: 130, sm: 200 } } },
  {
    head: 'State',
    cell: (run) => <State run={run} />,
    // Fits the longest state, Review the first link.
    look: { w: 196 },
  },
]

function Name({ run }: { run: Run }) {
  return (
    <>
      <Text inherit truncate>
        <RowLink href={runPath(run.id)} title={run.name}>
          {shorten(run.name, 90)}
        </RowLink>
      </Text>
      <QuietText fz="xs">{formatTime(run.startedAt ?? run.createdAt)}</QuietText>
    </>
  )
}

function Where({ run: { profileName, environment } }: { run: Run }) {
  return (
    <Group component="span" gap="2px 8px" fz="sm">
      <Text span inherit maw="100%" truncate>
        {profileName}
      </Text>
      <EnvironmentBadge environment={environment} />
    </Group>
  )
}

function State({ run }: { run: Run }) {
  const { label, tone } = isReopened(run) ? reopenedState : runStates[run.state]
  return <Badge tone={tone}>{label}</Badge>
}

/** Shows the outcomes of a run's rows as a small bar and in numbers. */
function CountsBar({ run }: { run: Run }) {
  const { created, failed, unknown, faulty } = run.counts
  const all = Math.max(1, countCreatable(run) + (isReopened(run) ? faulty : 0))
  return (
    <Stack gap={3}>
      <Progress.Root size={6} aria-hidden>
        <Progress.Section value={(created / all) * 100} color="var(--good-text)" />
        <Progress.Section value={(failed / all) * 100} color="var(--bad-text)" />
        <Progress.Section value={(unknown / all) * 100} color="var(--warn-text)" />
      </Progress.Root>
      <QuietText span fz="xs">
        {countsText(run)}
      </QuietText>
    </Stack>
  )
}

function countsText(run: Run): string {
  if (isReopened(run)) return reopenedText(run)
  return run.state === 'preparing' ? formatCount(totalRows(run), 'row') : outcomeText(run)
}
