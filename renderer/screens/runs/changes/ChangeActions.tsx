import { Button, Menu } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChangeRow } from '../../../../contract/calls/changeRuns.ts'
import type { Run, RowState } from '../../../../contract/runs/run.ts'
import { readChangeRows, refreshChangedLinks, useChangeRunMutation } from '../../../api/changeRuns.ts'
import { ProblemError } from '../../../api/problemError.ts'
import { useDryRun } from '../../../features/change/many/useDryRun.tsx'
import { useRunMutation } from '../../../api/runs.ts'
import { useCsvDelimiter } from '../../../session/csvDelimiter.ts'
import { formatCount, formatNumber } from '../../../ui/formatCount.ts'
import { showProblemToast } from '../../../ui/problem/showProblem.tsx'
import { SaveTableButton } from '../../../ui/SaveTableButton.tsx'
import { saveTable } from '../../../ui/saveTable.ts'
import type { TableFormat } from '../../../ui/saveTable.ts'
import { showToast } from '../../../ui/toast.ts'
import { changeText, rowReason } from './changeTexts.ts'
import { changeStates } from './useChangeRows.ts'

const onError = ({ problem }: ProblemError) => showProblemToast(problem)

/** Shows actions for the results of a run of changes. */
export function ChangeActions({ run, isOver }: { run: Run; isOver: boolean }) {
  const { failed, unknown, created, faulty, ready } = run.counts
  const rest = failed + unknown + faulty + ready
  const isStill = isOver || run.state === 'paused'
  return (
    <>
      {isStill && unknown > 0 && <Settle run={run} />}
      {isOver && failed + ready > 0 && <PlanAgain run={run} />}
      <SaveRows run={run} hasRest={rest > 0} />
      {isOver && created > 0 && <UndoRun run={run} />}
    </>
  )
}

/** Finds out what happened to the uncertain rows. Nothing is changed twice. */
function Settle({ run }: { run: Run }) {
  const settle = useRunMutation('runs.settle')
  const client = useQueryClient()
  const start = () =>
    settle.mutate(
      { id: run.id },
      {
        onError,
        onSuccess: ({ settled, run: { counts } }) => {
          void refreshChangedLinks(client)
          const left = counts.unknown
          const open =
            left === 0 ? '' : ` ${formatCount(left, 'row')} ${left === 1 ? 'stays' : 'stay'} not certain.`
          showToast({ role: 'status', message: `${formatCount(settled, 'row')} made certain.${open}` })
        },
      },
    )
  return (
    <Button size="xs" loading={settle.isPending} title="Nothing is changed twice" onClick={start}>
      Look for the {formatCount(run.counts.unknown, 'uncertain one', 'uncertain ones')}
    </Button>
  )
}

/** Makes the dry run again for the rows that weren't changed. */
function PlanAgain({ run }: { run: Run }) {
  const plan = useChangeRunMutation('changeRuns.plan')
  const { failed, ready } = run.counts
  return (
    <Button
      size="xs"
      variant="default"
      loading={plan.isPending}
      title="Shows what would change of them now. Nothing is sent yet."
      onClick={() => plan.mutate({ id: run.id }, { onError })}
    >
      {failed + ready === 1
        ? 'Try the other one again'
        : `Try the other ${formatNumber(failed + ready)} again`}
    </Button>
  )
}

/** Opens the dry run that takes the links back to how they were. */
function UndoRun({ run }: { run: Run }) {
  const { start, pending } = useDryRun()
  const { profileId, environment } = run
  const undo = () =>
    start({ id: crypto.randomUUID(), profileId, environment, source: { kind: 'undo', run: run.id } })
  return (
    <Button
      size="xs"
      variant="default"
      loading={pending !== null}
      title="Shows first what would be restored. Nothing is sent yet."
      onClick={undo}
    >
      Undo this run…
    </Button>
  )
}

const restStates: ReadonlySet<RowState> = new Set(['failed', 'unknown', 'faulty', 'ready', 'skipped'])

/** Downloads all rows with their results, or those that weren't changed, or may not have been, with why. */
function SaveRows({ run, hasRest }: { run: Run; hasRest: boolean }) {
  const [isReading, setIsReading] = useState(false)
  const delimiter = useCsvDelimiter()
  const save = async (form: TableFormat, which: 'all' | 'rest') => {
    setIsReading(true)
    try {
      const rows = await readChangeRows(run.id, 'all')
      const wanted = which === 'all' ? rows : rows.filter(({ state }) => restStates.has(state))
      const name = which === 'all' ? 'changed-links' : 'links-not-changed'
      await saveTable(name, form, resultTable(run, wanted), delimiter)
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      onError(error)
    } finally {
      setIsReading(false)
    }
  }
  return (
    <SaveTableButton
      label="Download results"
      size="xs"
      loading={isReading}
      save={(form) => void save(form, 'all')}
    >
      {hasRest && (
        <>
          <Menu.Divider />
          <Menu.Label>Only those not changed</Menu.Label>
          <Menu.Item onClick={() => void save('xlsx', 'rest')}>Excel, not changed</Menu.Item>
          <Menu.Item onClick={() => void save('csv', 'rest')}>CSV, not changed</Menu.Item>
        </>
      )}
    </SaveTableButton>
  )
}

/** Returns the rows with their reasons: those of a table as they were, so that they can be used again. */
function resultTable(run: Run, rows: readonly ChangeRow[]): string[][] {
  const states = changeStates(run)
  const added = (row: ChangeRow) => [states[row.state].label, rowReason(row), changeText(row)]
  if (run.change?.kind === 'table') {
    const cells = ({ cells: own }: ChangeRow) => run.header.map((_, index) => own[index] ?? '')
    return [[...run.header, 'State', 'Why', 'Change'], ...rows.map((row) => [...cells(row), ...added(row)])]
  }
  const own = ({ link, title }: ChangeRow) => [link, title ?? '']
  return [['Link', 'Title', 'State', 'Why', 'Change'], ...rows.map((row) => [...own(row), ...added(row)])]
}
