import type { ParsedInput } from '../../../contract/app/calls/calls.ts'
import { pick } from '../../../contract/service/link/fields.ts'
import type { Problem } from '../../../contract/app/problems/problem.ts'
import type { Run, RunState } from '../../../contract/app/runs/run.ts'
import { isUnderWay, nextState, type RunEvent } from '../../../contract/app/runs/stateMachine.ts'
import type { Database } from '../openDatabase.ts'
import { toJson } from '../linkRow.ts'
import { selectRows, tableColumns } from '../tableRows.ts'
import { runInTransaction } from '../../../sqlite/transaction.ts'
import { write } from '../writing.ts'
import { CodedError } from '../../folder/codedError.ts'
import { getStoredRun, readStoredRun } from './storedRun.ts'
import { selectRunRows, visitRows } from './storedRow.ts'

/** The runs of the library, without their rows. */
export type Runs = ReturnType<typeof createRuns>

/** Omitted properties stay unchanged. */
type RunChange = {
  [N in 'name' | 'profileId' | 'profileName' | 'environment' | 'createExisting']?: Run[N] | undefined
}

export function createRuns(database: Database) {
  return {
    ...createListing(database),
    ...createMoving(database),
    ...createCopying(database),
    ...createRemoving(database),
  }
}

function createListing(database: Database) {
  const { sql } = database
  return {
    list: ({ kind, search, before, limit }: ParsedInput<'runs.list'>) => {
      const [createdAt = '', id = ''] = before === undefined ? ['~'] : before.split('_')
      const searchText = foldCase(search.trim())
      const matching = selectRows(
        sql,
        pick(tableColumns.runs, ['id', 'created_at', 'name', 'profile_name']),
        `FROM runs WHERE removed_at IS NULL AND (change IS NULL) = ? AND (created_at, id) < (?, ?)
         ORDER BY created_at DESC, id DESC`,
      )
        .all(Number(kind === 'create'), createdAt, id)
        .filter((run) => foldCase(`${run.name} ${run.profile_name}`).includes(searchText))
      const pageRuns = matching.slice(0, limit)
      const last = matching.length > limit ? pageRuns.at(-1) : undefined
      return {
        runs: pageRuns.flatMap((run) => readStoredRun(sql, run.id) ?? []),
        next: last ? `${last.created_at}_${last.id}` : null,
      }
    },
    get: (id: string) => getStoredRun(sql, id),
  }
}

/** SQLite's `lower` handles only ASCII. */
function foldCase(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

function createMoving(database: Database) {
  const { sql } = database
  return {
    /** Changes a run's state. Throws `run_not_now` if its state doesn't allow the event. */
    move: (id: string, event: RunEvent, problem: Problem | null = null) =>
      write(database, () => {
        const { state } = getStoredRun(sql, id)
        const newState = nextState(state, event)
        if (newState === null) throw new CodedError('run_not_now')
        const now = new Date().toISOString()
        sql
          .prepare(
            `UPDATE runs SET state = ?, problem = ?, started_at = coalesce(started_at, ?), ended_at = ? WHERE id = ?`,
          )
          .run(
            newState,
            toJson(problem),
            isUnderWay(newState) ? now : null,
            isOver(newState) ? now : null,
            id,
          )
        return getStoredRun(sql, id)
      }),
    /**
     * Renames a run, or changes the settings that its rows are checked with. The latter is possible only before anything
     * was sent.
     */
    change: (id: string, change: RunChange) =>
      write(database, () => {
        const run = getStoredRun(sql, id)
        const { profileId, environment, createExisting } = change
        const needsCheck = [profileId, environment, createExisting].some((value) => value !== undefined)
        if (needsCheck && run.state !== 'preparing') throw new CodedError('run_begun')
        // A change run is bound to the profile and environment of its links.
        if (needsCheck && run.change) throw new CodedError('run_not_now')
        sql
          .prepare(
            `UPDATE runs SET name = ?, profile_id = ?, profile_name = ?, environment = ?, create_existing = ?, checked = ?,
             problem = ? WHERE id = ?`,
          )
          .run(
            change.name ?? run.name,
            change.profileId ?? run.profileId,
            change.profileName ?? run.profileName,
            change.environment ?? run.environment,
            Number(change.createExisting ?? run.createExisting),
            Number(run.checked && !needsCheck),
            // The problem is about the previous settings.
            toJson(needsCheck ? null : run.problem),
            id,
          )
        return getStoredRun(sql, id)
      }),
    /** Pauses runs that were being sent when the app crashed, and deletes removed runs. Returns the runs it paused. */
    settleInterrupted: () => {
      if (!database.writable) return []
      const statement = `SELECT id FROM runs WHERE state IN ('queued', 'running') AND removed_at IS NULL ORDER BY created_at`
      return runInTransaction(sql, () => {
        const ids = sql.prepare(statement).all()
        sql.exec(interruptedRunsStatement)
        return ids.map(({ id }) => getStoredRun(sql, String(id)))
      })
    },
  }
}

function createCopying(database: Database) {
  const { sql } = database
  return {
    /** Adds a run that creates the links of the same rows again. Call it after `copyRows` has copied all rows. */
    repeat: (id: string, newId: string) =>
      write(database, () => {
        const { change, name } = getStoredRun(sql, id)
        if (change) throw new CodedError('run_not_now')
        const newName = `Repeat “${name}”`.slice(0, 200).toWellFormed()
        sql
          .prepare(
            `INSERT OR IGNORE INTO runs (id, name, state, profile_id, profile_name, environment, source, header, mapping, create_existing, created_at)
             SELECT ?, ?, 'preparing', profile_id, profile_name, environment, json_replace(source, '$.move.parts', json_array(?)), header, mapping, 1, ? FROM runs WHERE id = ?`,
          )
          .run(newId, newName, newId, new Date().toISOString(), id)
        return getStoredRun(sql, newId)
      }),
    /**
     * Copies a batch of rows. Returns the row number after which the next batch begins; `null` at the end. Rows whose run
     * is never added are deleted at the next start.
     */
    copyRows: (id: string, newId: string, after: number) =>
      write(database, () => {
        const rows = selectRunRows(sql, ['number', 'cells', 'request'])
        const copy = sql.prepare(
          `INSERT OR IGNORE INTO run_rows (run, number, cells, request, state, errors, read_notes)
           SELECT ?, number, cells, request, CASE WHEN state IN ('faulty', 'skipped') THEN state ELSE 'ready' END, errors, read_notes
           FROM run_rows WHERE run = ? AND number = ?`,
        )
        return visitRows(rows, id, after, ({ number }) => copy.run(newId, id, number))
      }),
  }
}

function createRemoving(database: Database) {
  const { sql } = database
  return {
    remove: (id: string) =>
      write(database, () => {
        if (isUnderWay(getStoredRun(sql, id).state)) throw new CodedError('run_not_now')
        sql.prepare('UPDATE runs SET removed_at = ? WHERE id = ?').run(new Date().toISOString(), id)
      }),
    unremove: (id: string) =>
      write(database, () => {
        sql.prepare('UPDATE runs SET removed_at = NULL WHERE id = ?').run(id)
        return getStoredRun(sql, id)
      }),
  }
}

/**
 * An interrupted first row may have created a link, so the user reviews it before the rest is sent. A removed run can
 * only be restored within the session. Its rows are deleted in steps.
 */
const interruptedRunsStatement = `
  UPDATE runs SET state = CASE
    WHEN state <> 'trying' THEN 'paused'
    WHEN EXISTS (SELECT 1 FROM run_rows WHERE run = runs.id AND link_id IS NOT NULL) THEN 'tried'
    ELSE 'preparing' END
  WHERE state IN ('trying', 'queued', 'running');
  DELETE FROM runs WHERE removed_at IS NOT NULL;`

function isOver(state: RunState): boolean {
  return state === 'done' || state === 'cancelled'
}
