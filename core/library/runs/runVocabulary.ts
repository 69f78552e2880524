import { setImmediate as nextTurn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { DatabaseSync } from 'node:sqlite'
import type { Words } from '../../../contract/app/calls/links/suggestions.ts'
import { fieldsOf } from '../../../contract/service/link/fields.ts'
import { columnsOfField, createFieldReader } from '../../../contract/app/runs/mapping/sources.ts'
import type { PreparedRun } from './preparedRun.ts'
import { parseCells, selectRunRows, visitRows } from './storedRow.ts'
import { createVocabulary, type Vocabulary } from './vocabulary.ts'

/** The tracking words of the run that is being prepared. */
export type RunVocabulary = ReturnType<typeof createRunVocabulary>

export function createRunVocabulary(sql: DatabaseSync, library: () => Words) {
  let last: { run: PreparedRun; vocabulary: Vocabulary } | null = null
  const rows = selectRunRows(sql, ['number', 'cells'])
  const read = async (run: PreparedRun): Promise<Vocabulary> => {
    const vocabulary = createVocabulary(library())
    const readWords = createWordReader(run)
    for (let after: number | null = readWords ? 0 : null; after !== null;) {
      after = visitRows(rows, run.id, after, (row) => vocabulary.add(readWords?.(parseCells(row)) ?? {}))
      await nextTurn()
    }
    last = { run, vocabulary }
    return vocabulary
  }
  return {
    /** Reads the words of a run in steps. */
    read,
    /** Returns the words that were read last, if they are of this run and mapping; otherwise reads them. */
    get: async (run: PreparedRun) =>
      last?.run.id === run.id && isDeepStrictEqual(last.run.mapping, run.mapping)
        ? last.vocabulary
        : await read(run),
  }
}

/** Returns a function that reads the tracking words of a row; `null` if no column has any. */
function createWordReader({ header, mapping }: PreparedRun) {
  const fields = fieldsOf('tracking').filter(
    (field) => columnsOfField(field, mapping).length > 0 || mapping.template[field] !== undefined,
  )
  if (fields.length === 0) return null
  const readers = fields.map((field) => [field, createFieldReader(field, header, mapping)] as const)
  return (cells: readonly string[]): Partial<Record<(typeof fields)[number], string | undefined>> =>
    Object.fromEntries(readers.map(([field, read]) => [field, read({ cells, issues: ignoreIssues })?.text]))
}

const ignoreIssues = { error: () => undefined, warning: () => undefined }
