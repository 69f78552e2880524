import { listTemplateColumns } from '../../../../contract/app/runs/template/templateColumns.ts'
import type { FileDelimiter } from '../../../../contract/app/tables/spreadsheet.ts'
import type { Run, RunRow, SourceKind } from '../../../../contract/app/runs/run.ts'
import type { Database } from '../../openDatabase.ts'
import { parseJson } from '../../linkRow.ts'
import { createWritings, type Writing } from '../../exporting/writing.ts'
import { countRows, selectRows } from '../../tableRows.ts'
import { parseTexts } from '../../tags.ts'
import { openTableFile, type TableFile } from '../../tables/tableFile.ts'
import { createErrorsReport, createResultsReport, hasCellsChangedByRules, readBatches } from './resultRows.ts'
import { conflictCondition } from '../paths/pathRows.ts'
import type { RowReport } from './resultRows.ts'

/** A report file to write. */
export interface ReportRequest {
  id: string
  file: string
  run: string
  what: keyof typeof sheetNames
  format: 'csv' | 'xlsx'
  /** Default delimiter of a CSV file. A run imported from a CSV file keeps that file's delimiter. */
  delimiter?: FileDelimiter | undefined
}

/** Writes reports about runs to files in batches, so that it can report progress and be cancelled. */
export type Results = ReturnType<typeof createResults>

const sheetNames = { results: 'Results', errors: 'Errors', conflicts: 'Conflicts' } as const

export function createResults({ sql }: Database) {
  const writings = createWritings(sql)
  return {
    /** Begins a file and returns the number of rows to report. */
    begin: ({ id, file, run, what, format, delimiter }: ReportRequest) => {
      const row = selectRows(sql, { header: 'text', source: 'text' }, 'FROM runs WHERE id = ?').get(run)
      const columns = parseTexts(row?.header ?? '[]')
      const report =
        what === 'results'
          ? createResultsReport(columns, hasCellsChangedByRules(sql, run))
          : createErrorsReport(columns, what === 'conflicts' ? conflictCondition : `state = 'faulty'`)
      const source = parseJson(row?.source ?? '{}') as Partial<Run['source']>
      const open = () =>
        openTableFile(file, format, [{ name: sheetNames[what] }], delimiterFor(source, delimiter))
      writings.begin(id, writeReport(open, report, readBatches(sql, run, report.condition)))
      return countRows(sql, `FROM run_rows WHERE run = ? AND ${report.condition}`, run)
    },
    /** Writes the next batch. `next` is `null` when the file is complete. */
    step: writings.step,
    abandon: writings.abandon,
    template: writeEmptyTable,
  }
}

async function* writeReport(
  open: () => Promise<TableFile>,
  report: RowReport,
  batches: Iterable<RunRow[]>,
): Writing {
  const table = await open()
  try {
    await table.write([report.header])
    for (const rows of batches) {
      await table.write(rows.map(report.line))
      yield { links: rows.length }
    }
    await table.end()
  } finally {
    await table.abandon()
  }
}

/** Sources of rows that aren't delimited text. */
const withoutDelimiter: ReadonlySet<SourceKind> = new Set(['pasted', 'xlsx', 'ods', 'lists', 'links'])

/** Returns the delimiter of the file that the rows came from, because the user's spreadsheet can read it. */
function delimiterFor({ kind, delimiter }: Partial<Run['source']>, requested?: FileDelimiter): FileDelimiter {
  const isCsv = kind !== undefined && !withoutDelimiter.has(kind)
  return delimiter ?? (isCsv ? ',' : (requested ?? ','))
}

/**
 * Writes an empty table: column names and an example. A workbook also has a sheet that explains the columns.
 */
async function writeEmptyTable(
  file: string,
  format: 'csv' | 'xlsx',
  delimiter?: FileDelimiter,
): Promise<void> {
  const columns = listTemplateColumns()
  const widths = columns.map(({ name, example }) => Math.max(name.length, example.length) + 3)
  const sheets = [
    { name: 'Links', widths },
    { name: 'Columns', widths: [36, 40, 100] },
  ] as const
  const table = await openTableFile(file, format, sheets, delimiter)
  try {
    await table.write([columns.map(({ name }) => name), columns.map(({ example }) => example)])
    await table.nextSheet()
    const explained = columns.map(({ name, example, about }) => [name, example, about])
    await table.write([['Column', 'Example', 'Purpose'], ...explained])
    await table.end()
  } finally {
    await table.abandon()
  }
}
