import { Menu } from '@mantine/core'
import { useState } from 'react'
import type { Run, RowState, RunRow } from '../../../../contract/app/runs/run.ts'
import { ProblemError } from '../../../api/problemError.ts'
import { useDryRun } from '../../../features/change/many/useDryRun.ts'
import { readRunRows } from '../../../api/runRows.ts'
import { useRunAction } from '../../../api/runs.ts'
import { useCsvDelimiter } from '../../../session/csvDelimiter.ts'
import { formatNumber } from '../../../ui/formatCount.ts'
import { showProblemToast } from '../../../ui/problem/showProblem.ts'
import { SaveTableButton } from '../../../ui/saveTable/SaveTableButton.tsx'
import { saveTable, type TableFormat } from '../../../ui/saveTable/saveTable.ts'
import { SettleRows } from '../shared/SettleRows.tsx'
import { changeText, linkText, rowReason } from './changeTexts.ts'
import { changeStates } from './changeColumns.ts'
import { SmallButton } from '../../../ui/variants.ts'

/** Shows actions for the results of a change run. */
export function ChangeActions({ run, isOver }: { run: Run; isOver: boolean }) {
  const { failed, unknown, created, faulty, ready } = run.counts
  const unfinished = failed + unknown + faulty + ready
  const hasStopped = isOver || run.state === 'paused'
  return (
    <>
      {hasStopped && unknown > 0 && <SettleRows run={run} />}
      {isOver && failed + ready > 0 && <PlanAgain run={run} />}
      <SaveRows run={run} hasRest={unfinished > 0} />
      {isOver && created > 0 && <UndoRun run={run} />}
    </>
  )
}

/** Repeats the dry run for the rows that weren't changed. */
function PlanAgain({ run }: { run: Run }) {
  const plan = useRunAction('runs.plan')
  const { failed, ready } = run.counts
  return (
    <SmallButton
      loading={plan.isPending}
      title="Shows what would change now. Nothing is sent yet."
      onClick={() => plan.mutate({ id: run.id })}
    >
      {failed + ready === 1 ? 'Retry the other link' : `Retry the other ${formatNumber(failed + ready)}`}
    </SmallButton>
  )
}

/** Opens a dry run that would restore the links as they were. */
function UndoRun({ run }: { run: Run }) {
  const { start, pending } = useDryRun()
  const { profileId, environment } = run
  const undo = () =>
    start({ id: crypto.randomUUID(), profileId, environment, source: { kind: 'undo', run: run.id } })
  return (
    <SmallButton
      loading={pending !== null}
      title="Shows what would be restored. Nothing is sent yet."
      onClick={undo}
    >
      Undo this run…
    </SmallButton>
  )
}

const restStates: ReadonlySet<RowState> = new Set(['failed', 'unknown', 'faulty', 'ready', 'skipped'])

/** Downloads the rows with their results and reasons: all, or only those that weren't changed or may not have been. */
function SaveRows({ run, hasRest }: { run: Run; hasRest: boolean }) {
  const [isReading, setIsReading] = useState(false)
  const delimiter = useCsvDelimiter()
  const save = async (format: TableFormat, which: 'all' | 'rest') => {
    setIsReading(true)
    try {
      const rows = await readRunRows(run.id, 'all')
      const chosenRows = which === 'all' ? rows : rows.filter(({ state }) => restStates.has(state))
      const name = which === 'all' ? 'changed-links' : 'links-not-changed'
      saveTable(name, format, resultTable(run, chosenRows), delimiter)
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      showProblemToast(error.problem)
    } finally {
      setIsReading(false)
    }
  }
  return (
    <SaveTableButton
      label="Download results"
      size="xs"
      loading={isReading}
      save={(format) => void save(format, 'all')}
    >
      {hasRest && (
        <>
          <Menu.Divider />
          <Menu.Label>Unchanged links only</Menu.Label>
          <Menu.Item onClick={() => void save('xlsx', 'rest')}>Excel, unchanged only</Menu.Item>
          <Menu.Item onClick={() => void save('csv', 'rest')}>CSV, unchanged only</Menu.Item>
        </>
      )}
    </SaveTableButton>
  )
}

/** Returns the rows with their reasons. Rows from a table keep its columns, so that the file can be used again. */
function resultTable(run: Run, rows: readonly RunRow[]): string[][] {
  const states = changeStates(run)
  const isTable = run.change?.kind === 'table'
  const head = isTable ? run.header : ['Link', 'Title']
  const cells = (row: RunRow) =>
    isTable ? run.header.map((_, index) => row.cells[index] ?? '') : [linkText(row), row.title ?? '']
  return [
    [...head, 'State', 'Why', 'Change'],
    ...rows.map((row) => [...cells(row), states[row.state].label, rowReason(row, run), changeText(row)]),
  ]
}
