import { Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link2 } from 'lucide-react'
import { useLocation } from 'wouter'
import { formatForClipboard } from '../../../../contract/app/tables/spreadsheet.ts'
import { emptyView } from '../../../../contract/app/library/emptyView.ts'
import type { LibraryView } from '../../../../contract/app/library/view.ts'
import type { Run, RunRow } from '../../../../contract/app/runs/run.ts'
import { resultCells, resultColumns } from '../../../../contract/app/runs/outcomes.ts'
import { readRunRows } from '../../../api/runRows.ts'
import { useRunAction, useRunFile } from '../../../api/runs.ts'
import { useCsvDelimiter } from '../../../session/csvDelimiter.ts'
import { ExportDialog } from '../../../features/exporting/ExportDialog.tsx'
import { CopyAction } from '../../../ui/CopyButton.tsx'
import { runPath } from '../../../session/routes.ts'
import { copyText } from '../../../ui/copyText.ts'
import { SaveTableButton } from '../../../ui/saveTable/SaveTableButton.tsx'
import type { TableFormat } from '../../../ui/saveTable/saveTable.ts'
import { formatCount, formatNumber } from '../../../ui/formatCount.ts'
import { totalRows } from '../rows/useRunRows.ts'
import { MoveButton } from '../shared/MoveButton.tsx'
import { SettleRows } from '../shared/SettleRows.tsx'
import { SmallButton } from '../../../ui/variants.ts'

/** Maximum number of rows to copy; larger results are saved as a file. */
const maxCopiedRows = 20_000

/** Shows actions for the results, and for rows without a link. */
export function ResultActions({ run, isOver }: { run: Run; isOver: boolean }) {
  const [, go] = useLocation()
  const { faulty, failed, unknown, created } = run.counts
  const isLong = totalRows(run) > maxCopiedRows
  const copy = () =>
    readRunRows(run.id, 'all')
      .then((rows) => copyText(formatForClipboard(resultTable(run, rows))))
      .catch(() => false)
  return (
    <>
      {isOver && faulty > 0 && <FixAndCreate run={run} />}
      {isOver && failed > 0 && <Retry run={run} />}
      {isOver && unknown > 0 && <SettleRows run={run} />}
      <CopyAction copy={copy} label="Copy" size="xs" variant="default" disabled={isLong} />
      <SaveResults run={run} />
      <SmallButton
        disabled={created === 0}
        leftSection={<Link2 size={14} />}
        onClick={() => go(`/links?run=${run.id}`)}
      >
        Show in Links
      </SmallButton>
    </>
  )
}

/** Returns the original rows with their results, in the original order, to paste into the spreadsheet. */
function resultTable({ header }: Pick<Run, 'header'>, rows: readonly RunRow[]): string[][] {
  return [[...header, ...resultColumns], ...rows.map((row) => resultCells(row, header))]
}

/** Opens the rows with errors for editing. The links that were created stay. */
function FixAndCreate({ run }: { run: Run }) {
  const { faulty } = run.counts
  const [, go] = useLocation()
  return (
    <MoveButton run={run} event="reopen" before={() => go(runPath(run.id, 'check'))}>
      {faulty === 1 ? 'Fix this row and create it' : `Fix these ${formatNumber(faulty)} and create them`}
    </MoveButton>
  )
}

function Retry({ run }: { run: Run }) {
  const { id, counts } = run
  const resume = useRunAction('runs.move')
  const retry = useRunAction('runs.move', () => resume.mutate({ id, event: 'resume' }))
  return (
    <Button
      size="xs"
      loading={retry.isPending || resume.isPending}
      onClick={() => retry.mutate({ id, event: 'retry' })}
    >
      Retry {formatCount(counts.failed, 'failed row')}
    </Button>
  )
}

/** Downloads the rows with their results, and the QR codes of the created links. */
function SaveResults({ run }: { run: Run }) {
  const { results } = useRunFile()
  const [hasCodes, codes] = useDisclosure(false)
  const delimiter = useCsvDelimiter()
  const save = (format: TableFormat) => results.mutate({ id: run.id, what: 'results', format, delimiter })
  const view: LibraryView = {
    ...emptyView,
    run: run.id,
    states: ['created'],
    archived: 'all',
    sort: 'oldest',
  }
  return (
    <>
      <SaveTableButton label="Download results" size="xs" loading={results.isPending} save={save}>
        <Menu.Item disabled={run.counts.created === 0} onClick={codes.open}>
          QR codes…
        </Menu.Item>
      </SaveTableButton>
      <ExportDialog links={{ view }} initialKind="qr" opened={hasCodes} close={codes.close} />
    </>
  )
}
