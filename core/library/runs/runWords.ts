import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import type { Words } from '../../../contract/calls/suggestions.ts'
import { fieldsOf } from '../../../contract/link/fields.ts'
import { columnsOfField, createFieldReader } from '../../../contract/runs/sources.ts'
import type { PreparedRun } from './preparedRun.ts'
import { parseCells } from './rowChecker.ts'
import { readRows } from './storedRow.ts'
import { createVocabulary } from './vocabulary.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Rows that are read before others have their turn. */
const batchSize = 2_000
/** Of as many runs the words are kept. */
const maxCachedRuns = 2

/** The words of the runs that are worked on. */
export interface RunWords {
  /** Reads them anew, a portion at a time. */
  read: (run: PreparedRun) => Promise<Vocabulary>
  /** As they were read last for this mapping, or else anew. */
  of: (run: PreparedRun) => Promise<Vocabulary>
}

export function createRunWords(sql: DatabaseSync, library: () => Words): RunWords {
  const kept = new Map<string, { mappingText: string; vocabulary: Vocabulary }>()
  const rows = sql.prepare('SELECT number, cells FROM run_rows WHERE run = ? AND number > ? ORDER BY number')
  const read = async (run: PreparedRun) => {
    const vocabulary = createVocabulary(library())
    const wordsIn = createWordReader(run)
    for (let after: number | null = wordsIn ? 0 : null; after !== null;) {
      const portion = readRows(rows.iterate(run.id, after), batchSize)
      for (const row of portion.rows) vocabulary.add(wordsIn?.(parseCells(row)) ?? {})
      after = portion.next
      await nextTurn()
    }
    kept.delete(run.id)
    kept.set(run.id, { mappingText: run.mappingText, vocabulary })
    const [oldest] = kept.keys()
    if (oldest !== undefined && kept.size > maxCachedRuns) kept.delete(oldest)
    return vocabulary
  }
  return {
    read,
    of: async (run) => {
      const known = kept.get(run.id)
      return known?.mappingText === run.mappingText ? known.vocabulary : await read(run)
    },
  }
}

/** What finds the tracking words in rows, of which only these are read here; `null` where no row has any. */
function createWordReader({ header, mapping }: PreparedRun) {
  const fields = fieldsOf('tracking').filter(
    (field) => columnsOfField(field, mapping).length > 0 || mapping.template[field] !== undefined,
  )
  if (fields.length === 0) return null
  const readers = fields.map((field) => [field, createFieldReader(field, header, mapping)] as const)
  return (cells: readonly string[]): Partial<Record<(typeof fields)[number], string | undefined>> =>
    Object.fromEntries(readers.map(([field, read]) => [field, read({ cells, found: ignoreIssues })?.text]))
}

const ignoreIssues = { fault: () => undefined, remark: () => undefined }
