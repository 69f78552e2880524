import type { ChangeRow } from '../../../../contract/app/calls/runs/changeRuns.ts'
import type { Run, RunRow } from '../../../../contract/app/runs/run.ts'
import { changeRowsKey, readChangePage, readChangeRows } from '../../../api/changeRuns.ts'
import type { ChangeRowFilter } from '../../../api/changeRuns.ts'
import type { GridColumn } from '../rows/columns.ts'
import type { RowStates } from '../rows/rowStates.ts'
import { useRowPages, type RowSource, type RunRows } from '../rows/useRunRows.ts'
import { runVerb } from '../shared/runStates.ts'
import { changeSides, rowReason } from './changeTexts.ts'

/** A row of a change run, as shown in the grid for runs. */
export interface ChangeGridRow extends RunRow {
  change: ChangeRow
}

/** The columns of a change run: the cells of `toGridRow`. */
export const changeColumns: readonly GridColumn[] = [
  { key: 'link', label: 'Link', width: 190, cutsHost: true as const },
  { key: 'title', label: 'Title', width: 120 },
  { key: 'from', label: 'From', width: 230 },
  { key: 'to', label: 'To, or reason', width: 230 },
].map((column, index) => ({ ...column, cell: index, text: ({ cells }) => cells[index] ?? '' }))

/** All errors and warnings are shown in the last column. */
const messageColumn = changeColumns.length - 1

function toGridRow(row: ChangeRow): ChangeGridRow {
  const { link, title, errors, warnings } = row
  const { from, to } = changeSides(row)
  const withColumn = <T extends object>(message: T) => ({ ...message, column: messageColumn })
  return {
    ...row,
    address: null,
    channel: null,
    changedByRules: [],
    cells: [link, title ?? '', from, rowReason(row) || to],
    errors: errors.map(withColumn),
    warnings: warnings.map(withColumn),
    change: row,
  }
}

const source: RowSource<ChangeRowFilter, ChangeGridRow> = {
  key: changeRowsKey,
  readPage: async (id, show, start) => {
    const { rows, next } = await readChangePage(id, show, start)
    return { rows: rows.map(toGridRow), next }
  },
  readRows: async (id, show, max, after) => (await readChangeRows(id, show, max, after)).map(toGridRow),
}

/** Reads the visible rows of a change run. */
export function useChangeRows(run: Run, show: ChangeRowFilter): RunRows<ChangeGridRow> {
  return useRowPages(source, run, show)
}

/**
 * Returns the labels of row states in a change run. Before the dry run is complete, `faulty` includes rows that weren't
 * looked up yet.
 */
export function changeStates(run: Pick<Run, 'change' | 'checked'>): RowStates {
  const isUndo = runVerb(run) === 'restored'
  return {
    ready: { label: isUndo ? 'To restore' : 'To change', tone: 'quiet' },
    faulty: run.checked ? { label: 'Can’t change', tone: 'bad' } : { label: 'Not ready', tone: 'quiet' },
    skipped: { label: 'Left out', tone: 'quiet', isStruck: true },
    existing: { label: 'Already matches', tone: 'quiet' },
    pending: { label: 'Being sent', tone: 'quiet' },
    created: { label: isUndo ? 'Restored' : 'Changed', tone: 'good' },
    failed: { label: isUndo ? 'Not restored' : 'Not changed', tone: 'bad' },
    unknown: { label: 'Not certain', tone: 'warn' },
  }
}
