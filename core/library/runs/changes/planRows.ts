import type { CallOutput } from '../../../../contract/app/calls/calls.ts'
import type { LinkVersion } from '../../../../contract/app/calls/links/changes.ts'
import type { HistoryEntry } from '../../../../contract/service/link/linkChanges.ts'
import { linkPatch, type LinkPatch } from '../../../../contract/app/link/change/linkPatch.ts'
import type { LinkRecord } from '../../../../contract/app/link/record.ts'
import type { Problem } from '../../../../contract/app/problems/problem.ts'
import type { AddressColumns, ChangePlan, RequestedChange } from '../../../../contract/app/runs/changePlan.ts'
import type { Run, RowWarning } from '../../../../contract/app/runs/run.ts'
import { parseJson, toJson, toRecord } from '../../linkRow.ts'
import type { Database } from '../../openDatabase.ts'
import { forEachInSteps, mapInSteps } from '../../step.ts'
import { countRows, selectLinks, selectObjects, selectRows } from '../../tableRows.ts'
import { write } from '../../writing.ts'
import { runInUnsyncedTransaction } from '../../../../sqlite/transaction.ts'
import { readRun, setChecked } from '../preparedRun.ts'
import { parseReadNotes } from '../readNotes.ts'
import { CodedError } from '../../../folder/codedError.ts'
import { getStoredRun, insertRun, readStoredRun, type NewRun } from '../storedRun.ts'
import { isEditable, parseCells, readRows, selectRunRows } from '../storedRow.ts'
import { copyUndoableRows, createLinkCollector } from './collectRows.ts'

/** A row before it is looked up. */
export interface RowToPlan {
  number: number
  /** A skipped row stays skipped but is planned, because it may be included again. */
  isSkipped: boolean
  cells: string[]
  /** Errors found while the table was read. */
  errors: RowWarning[]
  /** The link in the library, or `null` for a row of a table that wasn't resolved yet. */
  record: LinkRecord | null
  /** In a run that undoes another: the patch that reverts the link, and the version that the other run left it in. */
  back: { patch: LinkPatch; version: LinkVersion | null; fields: HistoryEntry['fields'] } | null
}

/** The dry run's result for a row. */
export interface PlannedRow {
  number: number
  state: 'ready' | 'faulty' | 'existing'
  target: string | null
  patch: LinkPatch | null
  version: LinkVersion | null
  fields: HistoryEntry['fields']
  errors: RowWarning[]
  warnings: RowWarning[]
}

/** What a new dry run uses instead of the run's columns, change, or profile and environment. */
export interface PlanChanges {
  columns?: AddressColumns | undefined
  change?: RequestedChange | undefined
  place?: Pick<Run, 'profileId' | 'profileName' | 'environment'> | undefined
}

/** Rows of change runs before they are sent. */
export type PlanRows = ReturnType<typeof createPlanRows>

export function createPlanRows(database: Database) {
  const { sql } = database
  return {
    /** Adds the links of a selection as rows. They are deleted if the run is never created. */
    collect: createLinkCollector(database),
    /** Adds the changed and unknown rows of another run, after a row number. `null` after the last. */
    collectUndoable: (run: string, undoneRun: string, after: number) =>
      write(database, () => copyUndoableRows(sql, { run, undoneRun, after }), runInUnsyncedTransaction),
    /** Adds a run of changes, whose rows were collected. */
    create: (run: Omit<NewRun, 'source' | 'header' | 'mapping'>) =>
      write(database, () =>
        insertRun(sql, {
          ...run,
          source: { kind: 'links', name: run.name },
          header: [],
          mapping: { columns: [], template: {} },
        }),
      ),
    /** Starts a dry run, which includes failed rows again. Returns the number of rows. */
    begin: (run: string, changes?: PlanChanges) => write(database, () => beginPlan(sql, run, changes)),
    /** Counts the rows whose link has another profile or environment than the run, by these. */
    elsewhere: (run: string) => ({ places: countElsewhere(sql, run) }),
    /** Returns at most `limit` rows after a row number that weren't sent. */
    next: createReader(sql),
    /** Returns the links of any profile and environment with these paths, oldest first. */
    linksByPath: (paths: readonly string[]) =>
      selectObjects(
        sql,
        { path: 'text', id: 'text', profile_id: 'text', profile_name: 'text', environment: 'environment' },
        `FROM links WHERE path IN (SELECT value FROM json_each(?)) AND state = 'created' ORDER BY created_at, id`,
      ).all(JSON.stringify(paths)),
    /** Saves rows in steps. */
    save: createSaver(database),
    /** Skips rows, or includes them again. */
    skip: (run: string, rows: readonly number[], skip: boolean) =>
      write(database, () => skipRows(sql, run, rows, skip)),
    /** Ends a dry run. If it was cancelled or had a problem, the run stays unchecked. */
    end: (run: string, end: 'complete' | 'cancelled' | Problem) =>
      write(database, () => {
        setChecked(sql, run, end === 'complete')
        setProblem(sql, run, typeof end === 'string' ? null : end)
      }),
  }
}

function countElsewhere(sql: Database['sql'], run: string): CallOutput<'runs.elsewhere'>['places'] {
  return selectRows(
    sql,
    { profileId: 'text', profileName: 'text', environment: 'environment', rows: 'integer' },
    `FROM (SELECT links.profile_id AS profileId, links.profile_name AS profileName, links.environment AS environment, count(*) AS rows
       FROM run_rows JOIN runs ON runs.id = run_rows.run JOIN links ON links.id = run_rows.target
       WHERE run_rows.run = ? AND run_rows.state = 'faulty'
         AND (links.profile_id <> runs.profile_id OR links.environment <> runs.environment)
       GROUP BY 1, 3 ORDER BY rows DESC)`,
  ).all(run)
}

/** Starts a dry run. Failed changes were certainly not applied, so their rows can be planned again. */
function beginPlan(sql: Database['sql'], id: string, changes: PlanChanges = {}): { rows: number } {
  const { columns, change, place } = changes
  const run = getStoredRun(sql, id)
  if (run.state !== 'preparing' || !run.change) throw new CodedError('run_not_now')
  // Changes that were sent can be undone only where they were made, and are described by the run's change.
  if ((place || change) && run.startedAt !== null) throw new CodedError('run_begun')
  setChecked(sql, id, false)
  setProblem(sql, id, null)
  const setPlan = (plan: ChangePlan) =>
    sql.prepare('UPDATE runs SET change = ? WHERE id = ?').run(JSON.stringify(plan), id)
  if (columns && run.change.kind === 'table') setPlan({ ...run.change, columns })
  if (change && run.change.kind === 'same') setPlan({ ...run.change, change })
  if (place) {
    sql
      .prepare('UPDATE runs SET profile_id = ?, profile_name = ?, environment = ? WHERE id = ?')
      .run(place.profileId, place.profileName, place.environment, id)
  }
  sql
    .prepare(
      `DELETE FROM link_changes WHERE id IN (SELECT change_id FROM run_rows WHERE run = ? AND state = 'failed')`,
    )
    .run(id)
  sql
    .prepare(
      `UPDATE run_rows SET state = 'faulty', change_id = NULL, problem = NULL WHERE run = ? AND state = 'failed'`,
    )
    .run(id)
  return { rows: countRows(sql, `FROM run_rows WHERE run = ? AND ${isEditable}`, id) }
}

/** SQL for the state that the dry run determined. */
const plannedState = `CASE WHEN errors <> '[]' OR fields IS NULL THEN 'faulty' WHEN fields = '{}' THEN 'existing' ELSE 'ready' END`

function skipRows(sql: Database['sql'], id: string, rows: readonly number[], skip: boolean): void {
  if (readRun(sql, id).state !== 'preparing') throw new CodedError('run_begun')
  sql
    .prepare(
      `UPDATE run_rows SET state = ${skip ? `'skipped'` : plannedState}
       WHERE run = ? AND number IN (SELECT value FROM json_each(?)) AND ${isEditable}`,
    )
    .run(id, JSON.stringify(rows))
}

/** Saves why the dry run stopped, so that it can be shown after the window was closed. */
function setProblem(sql: Database['sql'], id: string, problem: Problem | null): void {
  sql.prepare(`UPDATE runs SET problem = ? WHERE id = ? AND state = 'preparing'`).run(toJson(problem), id)
}

function createReader(sql: Database['sql']) {
  const columns = [
    'number',
    'state',
    'cells',
    'read_notes',
    'target',
    'request',
    'version',
    'fields',
  ] as const
  const rows = selectRunRows(sql, columns, isEditable)
  const selectLink = selectLinks(sql, 'WHERE id = ?')
  return (run: string, after: number, limit: number) => {
    const isUndo = readStoredRun(sql, run)?.change?.kind === 'undo'
    return mapInSteps(readRows(rows.iterate(run, after), limit).rows, (row): RowToPlan => {
      const link = row.target === null ? undefined : selectLink.get(row.target)
      const back = isUndo ? linkPatch.safeParse(parseJson(row.request)) : null
      return {
        number: row.number,
        isSkipped: row.state === 'skipped',
        cells: parseCells(row),
        errors: parseReadNotes(row.read_notes).errors,
        record: link ? toRecord(link) : null,
        back: back?.success
          ? {
              patch: back.data,
              version: parseJson(row.version) as LinkVersion | null,
              fields: (parseJson(row.fields) ?? {}) as HistoryEntry['fields'],
            }
          : null,
      }
    })
  }
}

function createSaver(database: Database) {
  const update = database.sql.prepare(
    `UPDATE run_rows SET state = CASE state WHEN 'skipped' THEN state ELSE ? END, target = ?, request = ?, version = ?, fields = ?, errors = ?, warnings = ?
     WHERE run = ? AND number = ? AND ${isEditable}`,
  )
  return async (run: string, rows: readonly PlannedRow[]): Promise<void> => {
    const inTransaction = (step: () => unknown) => write(database, step)
    await forEachInSteps(rows, inTransaction, (row) => {
      const { number, state, target, patch, version, fields, errors, warnings } = row
      update.run(
        ...[state, target, toJson(patch), toJson(version), JSON.stringify(fields)],
        ...[JSON.stringify(errors), JSON.stringify(warnings), run, number],
      )
    })
  }
}
