import { Button, Checkbox, Group, Stack } from '@mantine/core'
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
import { runStates, countCreatable, outcomeText } from '../shared/runStates.ts'
import styles from './list.module.css'

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
      className={styles['choice'] ?? ''}
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
          <Button size="xs" variant="default" leftSection={<Trash2 size={14} aria-hidden />} onClick={remove}>
            Remove from list
          </Button>
          <Button
            size="xs"
            variant="default"
            onClick={() => setSelected(new Set(runs.filter((run) => !isUnderWay(run)).map(({ id }) => id)))}
          >
            Select all {formatNumber(runs.length)}
          </Button>
          <Button size="xs" variant="subtle" onClick={() => setSelected(new Set())}>
            Clear selection
          </Button>
        </Group>
      )}
      <Table
        className={styles['table']}
        fz="md"
        columns={[{ head: null, cell: checkbox }, ...columns]}
        rows={runs}
        getKey={({ id }) => id}
      />
    </>
  )
}

const columns: TableColumn<Run>[] = [
  { head: 'Run', cell: (run) => <Name run={run} />, className: styles['name'] },
  { head: 'Where', cell: (run) => <Where run={run} /> },
  { head: 'Links', cell: (run) => <CountsBar run={run} /> },
  {
    head: 'State',
    cell: ({ state }) => <Badge tone={runStates[state].tone}>{runStates[state].label}</Badge>,
  },
]

function Name({ run }: { run: Run }) {
  return (
    <>
      <RowLink href={runPath(run.id)} title={run.name}>
        {shorten(run.name, 90)}
      </RowLink>
      <span className={styles['under']}>{formatTime(run.startedAt ?? run.createdAt)}</span>
    </>
  )
}

function Where({ run: { profileName, environment } }: { run: Run }) {
  return (
    <Group className={styles['where']} component="span" gap="2px 8px" fz="sm">
      <span>{profileName}</span>
      <EnvironmentBadge environment={environment} />
    </Group>
  )
}

/** Shows the outcomes of a run's rows as a small bar and in numbers. */
function CountsBar({ run }: { run: Run }) {
  const { created, failed, unknown } = run.counts
  const all = Math.max(1, countCreatable(run))
  const share = (count: number) => `${String((count / all) * 100)}%`
  return (
    <Stack component="span" gap={3}>
      <span className={styles['countsBar']} aria-hidden>
        <span data-tone="good" style={{ width: share(created) }} />
        <span data-tone="bad" style={{ width: share(failed) }} />
        <span data-tone="warn" style={{ width: share(unknown) }} />
      </span>
      <span className={styles['under']}>
        {run.state === 'preparing' ? formatCount(totalRows(run), 'row') : outcomeText(run)}
      </span>
    </Stack>
  )
}
