import type { DatabaseSync } from 'node:sqlite'
import { changePlan } from '../../../contract/app/runs/changePlan.ts'
import { mapping as mappingShape, maxColumns } from '../../../contract/app/runs/mapping/mapping.ts'
import type { ColumnUse, Mapping } from '../../../contract/app/runs/mapping/mapping.ts'
import { columnsOfField } from '../../../contract/app/runs/mapping/sources.ts'
import type { Run } from '../../../contract/app/runs/run.ts'
import { uniqueNames } from '../../tables/header.ts'
import { requireWritable } from '../writing.ts'
import type { Database } from '../openDatabase.ts'
import { parseJson } from '../linkRow.ts'
import { selectObjects, tableColumns } from '../tableRows.ts'
import { parseTexts } from '../tags.ts'
import { CodedError } from '../../folder/codedError.ts'

/** A run as it is stored, without what is counted in its rows. */
export type PreparedRun = Omit<
  Run,
  'comparing' | 'counts' | 'conflicts' | 'repeated' | 'withWarnings' | 'pathsToCheck'
>

/** Returns a run, or `null`. */
export function findRun(sql: DatabaseSync, id: string): PreparedRun | null {
  const row = selectObjects(sql, tableColumns.runs, 'FROM runs WHERE id = ? AND removed_at IS NULL').get(id)
  if (!row) return null
  return {
    ...row,
    source: parseJson(row.source) as Run['source'],
    header: parseTexts(row.header),
    mapping: mappingShape.parse(parseJson(row.mapping)),
    checked: row.checked === 1,
    createExisting: row.createExisting === 1,
    change: row.change === null ? null : changePlan.parse(parseJson(row.change)),
    problem: parseJson(row.problem) as Run['problem'],
  }
}

/** Returns a run for reading its rows. Throws `run_not_found`. */
export function readRun(sql: DatabaseSync, id: string): PreparedRun {
  const run = findRun(sql, id)
  if (!run) throw new CodedError('run_not_found')
  return run
}

/** Returns a run whose rows can still be changed, because nothing was sent or is about to be. */
export function readEditableRun(database: Database, id: string): PreparedRun {
  requireWritable(database)
  const run = readRun(database.sql, id)
  if (run.state !== 'preparing') throw new CodedError('run_begun')
  if (run.change) throw new CodedError('run_not_now')
  return run
}

/**
 * Saves a mapping. If it is new, marks the rows as unchecked. The window may save the same one again while it waits for
 * the rows to be checked.
 */
export function saveMapping(sql: DatabaseSync, { id, header }: PreparedRun, mapping: Mapping): void {
  const columns = header.map((_, index): ColumnUse => mapping.columns[index] ?? { to: 'nothing' })
  const text = JSON.stringify({ ...mapping, columns } satisfies Mapping)
  sql.prepare('UPDATE runs SET mapping = ?1, checked = 0 WHERE id = ?2 AND mapping <> ?1').run(text, id)
}

const medium = 'tracking_medium'

/** Returns a run whose table has a column of mediums after its last, unless it has one, or one medium for all links. */
export function withMediumColumn(run: PreparedRun): PreparedRun {
  const { header, mapping } = run
  const hasMedium = columnsOfField(medium, mapping).length > 0 || mapping.template[medium] !== undefined
  if (hasMedium || header.length >= maxColumns) return run
  const columns: ColumnUse[] = [...mapping.columns, { to: 'field', field: medium }]
  return { ...run, header: uniqueNames([...header, 'Medium']), mapping: { ...mapping, columns } }
}

/** Saves the columns of a run's table, after one was added. */
export function saveColumns(sql: DatabaseSync, run: PreparedRun): void {
  sql.prepare('UPDATE runs SET header = ? WHERE id = ?').run(JSON.stringify(run.header), run.id)
  saveMapping(sql, run, run.mapping)
}

export function setChecked(sql: DatabaseSync, id: string, isChecked: boolean): void {
  sql.prepare('UPDATE runs SET checked = ? WHERE id = ?').run(Number(isChecked), id)
}
