import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { createSource } from '../../../contract/app/runs/sources.ts'
import type { Run, RowWarning } from '../../../contract/app/runs/run.ts'
import { importChunkBytes } from '../../../contract/app/library/imports.ts'
import { createStagedFiles } from '../../../core/library/imports/stagedFiles.ts'
import { openHere } from './openHere.ts'
import { createSheets } from '../../../core/library/runs/sheets/sheets.ts'
import type { SheetLimits } from '../../../core/library/runs/sheets/sheets.ts'
import type { Database } from '../../../core/library/openDatabase.ts'

type Source = z.input<typeof createSource>

/** A row as it was read from a file. */
export interface ReadRow {
  cells: string[]
  errors: RowWarning[]
  warnings: RowWarning[]
}

export type ReadRun = Run & { rows: ReadRow[] }

/** Reads tables into a library on the test's own thread. Without `limits`, the app's limits apply. */
export function createSheetReader(database: Database, folder: string, limits?: SheetLimits) {
  const staged = createStagedFiles(folder)
  const sheets = createSheets(database, staged, limits, openHere)
  const take = (content: string | Buffer) => {
    const bytes = Buffer.from(content as string)
    const id = crypto.randomUUID()
    staged.begin(id)
    for (let at = 0; at < bytes.length; at += importChunkBytes) {
      staged.append(id, bytes.subarray(at, at + importChunkBytes).toString('base64'))
    }
    return id
  }
  const read = async (source: Source): Promise<ReadRun> => {
    const id = randomUUID()
    const order = { id, profileId: 'p', profileName: 'Shop', environment: 'production' } as const
    try {
      await sheets.open({ ...order, source: createSource.parse(source) })
      while (!(await sheets.next(id)).isLast);
    } catch (error) {
      while (sheets.abandon(id));
      throw error
    }
    const run = sheets.run(id)
    if (!run) throw new Error('There is no run.')
    return { ...run, rows: rowsOf(database, id) }
  }
  return {
    sheets,
    take,
    read,
    /** Reads a file to its end. */
    file: (content: string | Buffer, more: Partial<Extract<Source, { kind: 'file' }>> = {}) =>
      read({ kind: 'file', file: take(content), name: 'table.csv', ...more }),
    paste: (text: string, html = '') => read({ kind: 'pasted', text, html }),
  }
}

function rowsOf({ sql }: Database, run: string): ReadRow[] {
  return sql
    .prepare('SELECT cells, errors, warnings FROM run_rows WHERE run = ? ORDER BY number')
    .all(run)
    .map((row) => ({
      cells: JSON.parse(row['cells'] as string) as string[],
      errors: JSON.parse(row['errors'] as string) as RowWarning[],
      warnings: JSON.parse(row['warnings'] as string) as RowWarning[],
    }))
}

/** Returns only the cells. */
export const cellTexts = ({ rows }: ReadRun): string[][] => rows.map(({ cells }) => cells)
