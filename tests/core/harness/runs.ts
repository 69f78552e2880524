import { randomUUID } from 'node:crypto'
import { guessMapping } from '../../../contract/app/runs/mapping/guess.ts'
import type { Mapping } from '../../../contract/app/runs/mapping/mapping.ts'
import type { ValidationStandards } from '../../../contract/app/runs/rowValidator.ts'
import type { RunRow } from '../../../contract/app/runs/run.ts'
import type { Database } from '../../../core/library/openDatabase.ts'
import { createRunRows } from '../../../core/library/runs/rows.ts'
import type { RunRows } from '../../../core/library/runs/rows.ts'
import type { App } from './app.ts'
import { createSuggestions } from '../../../core/suggestions/suggestions.ts'

/** The rules of our own service, for links that may lead anywhere. */
export const ours: ValidationStandards = { ours: true, linkHosts: [] }

interface Table {
  header: readonly string[]
  rows: readonly (readonly string[])[]
  mapping?: Mapping
  profileId?: string
  notes?: Record<number, object>
}

/** Adds the rows of a table to the library, as they are before their check. */
export function insertRun(
  database: Database,
  { header, rows, mapping, profileId = 'p', notes: notesByRow = {} }: Table,
): string {
  const run = randomUUID()
  const kept = JSON.stringify(mapping ?? guessMapping(header, rows))
  const values = [run, profileId, JSON.stringify(header), kept, new Date().toISOString()]
  database.sql
    .prepare(
      `INSERT INTO runs (id, name, state, profile_id, profile_name, environment, source, header, mapping, created_at)
       VALUES (?, 'Rows', 'preparing', ?, 'Shop', 'production', '{"kind":"csv","name":"rows.csv"}', ?, ?, ?)`,
    )
    .run(...values)
  const insert = database.sql.prepare(
    `INSERT INTO run_rows (run, number, cells, state, read_notes) VALUES (?, ?, ?, 'faulty', ?)`,
  )
  database.sql.exec('BEGIN')
  for (const [at, cells] of rows.entries()) {
    const note = notesByRow[at + 1]
    insert.run(run, at + 1, JSON.stringify(cells), note ? JSON.stringify(note) : null)
  }
  database.sql.exec('COMMIT')
  return run
}

/** The rows of runs, read on the test's own thread. */
export function createTestRunRows(database: Database): RunRows {
  return createRunRows(database, createSuggestions(database).words)
}

/** Checks all rows of a run, and runs a function between the batches. */
export async function checkAll(
  rows: RunRows,
  run: string,
  {
    standards = ours,
    between,
  }: { standards?: ValidationStandards; between?: (done: number) => Promise<unknown> | undefined } = {},
): Promise<void> {
  const { check } = rows.beginCheck(run, standards)
  for (let isLast = false; !isLast;) {
    const batch = await rows.nextCheck(check)
    isLast = batch.isLast
    await between?.(batch.done)
  }
}

/** Returns all rows with this filter, page by page. */
export function readRowsShown(
  rows: RunRows,
  run: string,
  show: 'all' | 'withWarnings' | RunRow['state'] = 'all',
  limit = 100,
): Promise<RunRow[]> {
  const all: RunRow[] = []
  for (let after: number | null = 0; after !== null;) {
    const page: { rows: RunRow[]; next: number | null } = rows.page(run, { show, after, limit })
    all.push(...page.rows)
    after = page.next
  }
  return Promise.resolve(all)
}

/** Returns the warnings of rows that have some, by row number. Omits those about a missing medium, which these tables lack. */
export async function readWarnings(rows: RunRows, run: string): Promise<Record<number, string[]>> {
  const all = (await readRowsShown(rows, run)).map((row) => [row.number, textsOf(row)] as const)
  return Object.fromEntries(all.filter(([, texts]) => texts.length > 0))
}

function textsOf({ warnings }: RunRow): string[] {
  return warnings.map(({ text }) => text).filter((text) => !text.startsWith('Without a medium'))
}

/** Returns the fixes offered for a run's rows: what each fixes, and in how many rows. */
export async function readFixes(app: Pick<App, 'get'>, id: string): Promise<string[]> {
  const { causes } = await app.get('runs.causes', { id })
  return causes.flatMap(({ fix }) => (fix ? [`${fix.what} ${String(fix.rows)}`] : []))
}
