import { Button, Stack } from '@mantine/core'
import { useMemo } from 'react'
import { useSearch } from 'wouter'
import { causeFilter } from '../../../../contract/app/calls/runs/runs.ts'
import type { Run } from '../../../../contract/app/runs/run.ts'
import type { RowFilter } from '../../../api/runRows.ts'
import { useIsChecking, useRunAction, useRunFile } from '../../../api/runs.ts'
import { useHasUnreadableRules } from '../../../link/useFormRules.ts'
import { useCsvDelimiter } from '../../../session/csvDelimiter.ts'
import { Callout } from '../../../ui/Callout.tsx'
import { formatCount } from '../../../ui/formatCount.ts'
import { SaveTableButton } from '../../../ui/saveTable/SaveTableButton.tsx'
import { createCheckColumns } from '../rows/columns.ts'
import { RowsGrid } from '../rows/RowsGrid.tsx'
import { useCellEdits } from '../rows/useCellEdits.ts'
import { useCellGrid } from '../rows/useCellGrid.ts'
import { useCellKeys } from '../rows/useCellKeys.ts'
import { useShownRows } from '../rows/useRunRows.ts'
import { RowsHead } from '../rows/RowsHead.tsx'
import { existingLabel } from '../shared/runStates.ts'
import { useAllowedValues } from '../shared/useAllowedValues.ts'
import { Causes } from './Causes.tsx'
import { CheckedPaths } from './CheckedPaths.tsx'
import { ColumnsByValues } from './ColumnsByValues.tsx'
import { checkSentence } from './checkSentence.ts'
import { CellErrorBar } from './CellErrorBar.tsx'

interface CheckStepProps {
  run: Run
  onContinue: () => void
}

/** Shows the table with its errors marked in the cells, which the user can edit. */
export function CheckStep({ run, onContinue }: CheckStepProps) {
  const requested = new URLSearchParams(useSearch()).get('show')
  const { show, setShow, rows } = useShownRows(run, startFilter(run, requested))
  const columns = useMemo(() => createCheckColumns(run), [run])
  const grid = useCellGrid(rows, columns)
  const edits = useCellEdits(run.id)
  const allowed = useAllowedValues(run)
  const keys = useCellKeys({ rows, columns, grid, edits })
  const { ready, faulty } = run.counts
  const isChecking = useIsChecking(run.id)
  return (
    <Stack component="section" gap={0} flex={1} mih={0} aria-label="Check">
      <UnreadableRules profileId={run.profileId} />
      <CheckedPaths run={run} />
      <RowsHead
        sentence={headSentence(run, isChecking)}
        isClean={isClean(run)}
        filters={{
          faulty: 'Errors',
          withWarnings: 'Warnings',
          existing: existingLabel(run),
          ...(show.startsWith(causeFilter) && { [show]: 'One problem' }),
        }}
        {...{ run, show, setShow }}
      >
        {!run.checked && !isChecking && <CheckRows run={run} />}
        {faulty > 0 && <SaveErrors run={run} />}
        <Button size="xs" disabled={ready === 0 || run.comparing} onClick={onContinue}>
          {continueLabel(run)}
        </Button>
      </RowsHead>
      <ColumnsByValues run={run} />
      <Causes run={run} show={show} setShow={setShow} />
      <RowsGrid label="Rows" {...{ rows, columns, grid, keys, allowed }} />
      <CellErrorBar
        {...{ run, allowed }}
        row={rows.at(grid.current.row) ?? null}
        column={columns[grid.current.column]}
        goToCell={grid.goToCell}
      />
    </Stack>
  )
}

/** The dry run above says it of links that move here. */
function headSentence(run: Run, isChecking: boolean): string | null {
  if (isChecking && !run.checked) return 'Checking the rows…'
  return run.source.move && run.checked ? null : checkSentence(run)
}

/** Returns the filter that the address requests, such as for the rows of one cause, or else the rows with errors. */
function startFilter({ counts }: Run, requested: string | null): RowFilter {
  if (requested?.startsWith(causeFilter)) return requested as `${typeof causeFilter}${string}`
  if (requested === 'existing') return requested
  return counts.faulty > 0 ? 'faulty' : 'all'
}

function UnreadableRules({ profileId }: { profileId: string }) {
  if (!useHasUnreadableRules(profileId)) return null
  return (
    <Callout
      tone="warn"
      role="status"
      title="This profile’s rules can’t be read, and aren’t applied to these links."
    />
  )
}

function isClean(run: Run): boolean {
  const { checked, comparing, counts } = run
  return checked && !comparing && counts.faulty === 0 && counts.ready > 0 && run.withWarnings === 0
}

/** Downloads the rows with errors, to fix them in a spreadsheet. */
function SaveErrors({ run: { id } }: { run: Run }) {
  const { results } = useRunFile()
  const delimiter = useCsvDelimiter()
  return (
    <SaveTableButton
      label="Download rows with errors"
      size="xs"
      loading={results.isPending}
      save={(format) => results.mutate({ id, what: 'errors', format, delimiter })}
    />
  )
}

/** Checks the rows of a run whose check was cancelled, or whose rules have changed since. */
function CheckRows({ run }: { run: Run }) {
  const check = useRunAction('runs.map')
  const start = () => check.mutate({ id: run.id, mapping: run.mapping })
  return (
    <Button size="xs" loading={check.isPending} onClick={start}>
      Check the rows
    </Button>
  )
}

/** "Continue with 4 links, skip 296". */
function continueLabel({ counts: { ready, existing } }: Run): string {
  if (ready === 0) return 'Nothing to create'
  const skipped = existing > 0 ? `, skip ${existing.toLocaleString()}` : ''
  return `Continue with ${formatCount(ready, 'link')}${skipped}`
}
