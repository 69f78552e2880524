import type { DatabaseSync } from 'node:sqlite'
import { foldPath } from '../../../../contract/service/path/ownPath.ts'
import { columnsOfField, cleanCell, findColumn } from '../../../../contract/app/runs/mapping/sources.ts'
import type { Problem } from '../../../../contract/app/problems/problem.ts'
import { pathKinds, type PathCounts } from '../../../../contract/app/runs/run.ts'
import type { GenerateRequest } from '../../../../contract/service/link/generate.ts'
import { byName } from '../../../../contract/service/link/fields.ts'
import { runInTransaction } from '../../../../sqlite/transaction.ts'
import { findColumns, readValues } from '../../imports/columns.ts'
import { parseLink } from '../../imports/classify.ts'
import { toJson } from '../../linkRow.ts'
import type { Database } from '../../openDatabase.ts'
import { mapInSteps } from '../../step.ts'
import type { CellHistory } from '../cellHistory.ts'
import { readEditableRun, readRun, type PreparedRun } from '../preparedRun.ts'
import {
  isEditable,
  parseCells,
  parseRequest,
  readRows,
  repeatedPath,
  selectContent,
  selectRunRows,
} from '../storedRow.ts'
import { countUncheckedPaths, uncheckedCondition } from '../storedRun.ts'

/** A row whose own path the service is to be asked about. */
export interface UncheckedPath {
  number: number
  path: string
  /** The host on which the path was printed; `null` if unknown. */
  host: string | null
  request: GenerateRequest
}

/** A row whose path another link or an earlier row has, and the column of that path. */
export interface PathConflict {
  number: number
  column: number
  path: string
}

/** Selects rows whose own path is taken or repeated: they have no other errors, and the path itself isn't refused. */
export const conflictCondition = `state = 'faulty' AND own_path IS NOT NULL
  AND coalesce(json_extract(path_check, '$.state'), '') <> 'refused'`

/** Number of conflicts per batch. */
const batchSize = 1_000

export function createPathRows(database: Database, write: CellHistory['write']) {
  const { sql } = database
  const selectUnchecked = selectRunRows(sql, ['number', 'cells', 'request'], uncheckedCondition)
  const selectConflicts = selectRunRows(sql, ['number', 'cells'], conflictCondition)
  const selectRow = selectContent(sql)
  const hasPath = sql.prepare(
    `SELECT 1 FROM run_rows WHERE own_path = ?2 AND run IN (
       SELECT others.id FROM runs JOIN runs AS others USING (profile_id, environment)
       WHERE runs.id = ?1 AND others.removed_at IS NULL AND others.state NOT IN ('done', 'cancelled')) LIMIT 1`,
  )
  return {
    /** Returns at most `limit` rows after a row number whose path wasn't checked. */
    unchecked: async (id: string, after: number, limit: number) => {
      const hostOf = createHostReader(readRun(sql, id))
      const { rows } = readRows(selectUnchecked.iterate(id, after), limit)
      const paths = await mapInSteps(rows, (row): UncheckedPath[] => {
        const request = parseRequest(row)
        if (request?.path === undefined) return []
        return [{ number: row.number, path: request.path, host: hostOf(parseCells(row)), request }]
      })
      return paths.flat()
    },
    /** Forgets what the service said, so that it is asked again. All rows must be checked then. */
    forgetPathChecks: (id: string) => {
      readEditableRun(database, id)
      runInTransaction(sql, () => {
        const forget = `UPDATE run_rows SET path_check = NULL WHERE run = ? AND path_check IS NOT NULL AND ${isEditable}`
        sql.prepare(forget).run(id)
      })
    },
    countPaths: (id: string) => countPaths(sql, readRun(sql, id)),
    /** Keeps why the paths of a run couldn't be checked; `null` for no problem. */
    keepPathProblem: (id: string, problem: Problem | null) => {
      readEditableRun(database, id)
      sql.prepare('UPDATE runs SET problem = ? WHERE id = ?').run(toJson(problem), id)
    },
    /** Returns a batch of the rows with taken or repeated paths that a column has. */
    conflicts: (id: string, after: number) => {
      const { mapping } = readRun(sql, id)
      const { rows, next } = readRows(selectConflicts.iterate(id, after), batchSize)
      const found = rows.flatMap(({ number, cells: text }) => {
        const cells = parseCells({ cells: text })
        const column = findColumn(mapping, cells, 'path')
        return column === null ? [] : [{ number, column, path: cleanCell('path', cells[column] ?? '') }]
      })
      return { rows: found, next }
    },
    /** Returns which of these paths rows have, in the run and in others of its environment that aren't done. */
    usedPaths: (id: string, paths: readonly string[]) =>
      paths.filter((path) => hasPath.get(id, foldPath(path)) !== undefined),
    /** Replaces the paths of rows, as part of a change that can be undone. All rows must be checked then. */
    writePaths: (id: string, change: string, paths: readonly PathConflict[]) => {
      readEditableRun(database, id)
      runInTransaction(sql, () => {
        for (const { number, column, path } of paths) {
          const row = selectRow.get(id, number)
          if (row) write(id, change, { row, edits: [{ column, text: path }] })
        }
      })
    },
  }
}

/** Returns a function that returns the host of a row's link; `null` if links don't move here. */
function createHostReader({ source, header }: PreparedRun): (cells: readonly string[]) => string | null {
  const { move } = source
  if (!move) return () => null
  const roles = findColumns(header.toSpliced(move.column, 1)) ?? []
  return (cells) => parseLink(readValues(roles, cells.toSpliced(move.column, 1)))?.host ?? move.host ?? null
}

/** SQL that sorts unsent rows into counts. The first placeholder is the column of paths. */
const kinds = `CASE
  WHEN state = 'skipped' THEN 'skipped'
  WHEN state = 'ready' AND own_path IS NULL THEN 'withoutPath'
  WHEN state = 'ready' THEN 'ready'
  WHEN state = 'existing' AND json_extract(path_check, '$.state') = 'same' THEN 'atService'
  WHEN state = 'existing' THEN 'known'
  WHEN own_path IS NULL AND NOT EXISTS (SELECT 1 FROM json_each(errors) WHERE json_extract(value, '$.column') = ?) THEN 'faulty'
  WHEN own_path IS NULL OR json_extract(path_check, '$.state') = 'refused' THEN 'refused'
  WHEN instr(errors, '${repeatedPath}') > 0 THEN 'repeated'
  ELSE 'taken' END`

function countPaths(sql: DatabaseSync, { id, mapping }: PreparedRun): PathCounts {
  const [column = -1] = columnsOfField('path', mapping)
  const counted = sql
    .prepare(
      `SELECT ${kinds} AS kind, count(*) AS rows FROM run_rows WHERE run = ? AND ${isEditable} GROUP BY kind`,
    )
    .all(column, id)
  return {
    rows: {
      ...byName(pathKinds, () => 0),
      ...Object.fromEntries(counted.map(({ kind, rows }) => [String(kind), Number(rows)])),
    },
    unchecked: countUncheckedPaths(sql, id),
  }
}
