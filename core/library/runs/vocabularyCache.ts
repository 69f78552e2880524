import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import type { Words } from '../../../contract/calls/suggestions.ts'
import { fieldsOf } from '../../../contract/link/fields.ts'
import { columnsOfField, createFieldReader } from '../../../contract/runs/sources.ts'
import { processRows, startStep } from '../step.ts'
import { selectRows } from '../tableRows.ts'
import type { PreparedRun } from './preparedRun.ts'
import { parseCells, readRows } from './storedRow.ts'
import { createVocabulary } from './vocabulary.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Rows read per step. Other work runs between steps. */
const batchSize = 2_000
/** Maximum number of runs whose words are cached. */
const maxCachedRuns = 2

/** The tracking words of runs. */
export interface VocabularyCache {
  /** Reads the words of a run in batches. */
  read: (run: PreparedRun) => Promise<Vocabulary>
  /** Returns the cached words for this mapping, or reads them. */
  get: (run: PreparedRun) => Promise<Vocabulary>
}

export function createVocabularyCache(sql: DatabaseSync, library: () => Words): VocabularyCache {
  const cache = new Map<string, { mappingText: string; vocabulary: Vocabulary }>()
  const rows = selectRows(
    sql,
    { number: 'integer', cells: 'text' },
    'FROM run_rows WHERE run = ? AND number > ? ORDER BY number',
  )
  const readBatch = (run: string, after: number) => readRows(rows.iterate(run, after), batchSize)
  const read = async (run: PreparedRun) => {
    const vocabulary = createVocabulary(library())
    const readWords = createWordReader(run)
    for (let after: number | null = readWords ? 0 : null; after !== null;) {
      const isOver = startStep()
      const batch = readBatch(run.id, after)
      after = processRows(batch, isOver, (row) => vocabulary.add(readWords?.(parseCells(row)) ?? {})).next
      await nextTurn()
    }
    cache.delete(run.id)
    cache.set(run.id, { mappingText: run.mappingText, vocabulary })
    const [oldest] = cache.keys()
    if (oldest !== undefined && cache.size > maxCachedRuns) cache.delete(oldest)
    return vocabulary
  }
  return {
    read,
    get: async (run) => {
      const cached = cache.get(run.id)
      return cached?.mappingText === run.mappingText ? cached.vocabulary : await read(run)
    },
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
