import type { CallOutput, ParsedInput } from '../../../../contract/app/calls/calls.ts'
import type { ChangeRow } from '../../../../contract/app/calls/runs/changeRuns.ts'
import type { LinkRecord } from '../../../../contract/app/link/record.ts'
import type { RunRow } from '../../../../contract/app/runs/run.ts'
import { LibraryReadOnlyError } from '../../../folder/storageProblem.ts'
import { fieldText } from '../../index/entry.ts'
import { parseJson, toRecord } from '../../linkRow.ts'
import type { Database } from '../../openDatabase.ts'
import { selectLinks } from '../../tableRows.ts'
import { runInTransaction } from '../../../../sqlite/transaction.ts'
import { readRun } from '../preparedRun.ts'
import { skipRows } from '../rows.ts'
import { RunError } from '../runError.ts'
import { editableStates, parseCells, parseWarnings, readRows, selectStoredRows } from '../storedRow.ts'
import type { StoredRow } from '../storedRow.ts'

type Page = Omit<ParsedInput<'changeRuns.rows'>, 'id'>

/** Pages of rows of change runs, for the window. */
export interface ChangePages {
  page: (id: string, page: Page) => CallOutput<'changeRuns.rows'>
  /** Skips rows, or includes them again. */
  skip: (id: string, rows: readonly number[], skip: boolean) => void
}

/** SQL for the state that the dry run determined. */
const plannedState = `CASE WHEN faults <> '[]' OR fields IS NULL THEN 'faulty' WHEN fields = '{}' THEN 'existing' ELSE 'ready' END`

export function createChangePages({ sql, writable }: Database): ChangePages {
  const selectLink = selectLinks(sql, 'WHERE id = ?')
  return {
    page: (id, { show, after, skip, limit }) => {
      readRun(sql, id)
      const [condition, ...stateValues] = buildCondition(show)
      const values = [id, ...stateValues]
      const rows = selectStoredRows(sql, `WHERE run = ? ${condition} AND number > ? ORDER BY number`)
      const { rows: pageRows, next } = readRows(
        rows.iterate(...values, skipRows(sql, { condition, values, after, skip })),
        limit,
      )
      return {
        rows: pageRows.map((row) => {
          const target = row.target === null ? undefined : selectLink.get(row.target)
          return toChangeRow(row, target ? toRecord(target) : null)
        }),
        next,
      }
    },
    skip: (id, rows, skip) => {
      if (!writable) throw new LibraryReadOnlyError('The library is from a newer version.')
      runInTransaction(sql, () => {
        if (readRun(sql, id).state !== 'preparing') throw new RunError('run_begun')
        const update = sql.prepare(
          `UPDATE run_rows SET state = ${skip ? `'skipped'` : plannedState}
           WHERE run = ? AND number IN (SELECT value FROM json_each(?)) AND state IN (${editableStates})`,
        )
        update.run(id, JSON.stringify(rows))
      })
    },
  }
}

function buildCondition(show: Page['show']): [sql: string, ...values: string[]] {
  if (show === 'all') return ['']
  if (show === 'withWarnings') return [`AND remarks <> '[]'`]
  if (show !== 'conflict') return ['AND state = ?', show]
  return [`AND state = 'failed' AND json_extract(problem, '$.code') = 'link_changed'`]
}

type LinkOfRow = LinkRecord | null

function toChangeRow(row: StoredRow, record: LinkOfRow): ChangeRow {
  const cells = parseCells(row)
  return {
    ...{ number: row.number, cells, state: row.state },
    ...{ linkId: record?.id ?? null, link: getAddress(record) ?? row.link ?? cells[0] ?? '' },
    title: record && fieldText(record, 'title'),
    fields: (parseJson(row.fields) ?? {}) as ChangeRow['fields'],
    errors: parseWarnings(row.faults),
    warnings: parseWarnings(row.remarks),
    problem: (parseJson(row.problem) ?? null) as RunRow['problem'],
    changeId: row.change_id,
  }
}

const getAddress = (record: LinkOfRow) => record?.link ?? record?.path
