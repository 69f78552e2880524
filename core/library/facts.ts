import type { DatabaseSync } from 'node:sqlite'
import { selectRows, tableColumns } from './tableRows.ts'

/**
 * Facts about a library: whether the user has removed the last link (`emptied`), its unique id (`library`), and whether
 * its derived data is damaged (`index_damaged`, with the error); the sources that the user has added to the categories of
 * Google Analytics (`own_sources`, JSON).
 */
export type FactName = 'emptied' | 'library' | 'index_damaged' | 'own_sources'

export function readFact(sql: DatabaseSync, name: FactName): string | null {
  return selectRows(sql, tableColumns.facts, 'FROM facts WHERE name = ?').get(name)?.value ?? null
}

/** Sets a fact; `null` deletes it. */
export function setFact(sql: DatabaseSync, name: FactName, value: string | null): void {
  if (value === null) sql.prepare('DELETE FROM facts WHERE name = ?').run(name)
  else sql.prepare('INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)').run(name, value)
}

/** Rebuilds the derived data at the next start, which logs the error. */
export function invalidateIndex(sql: DatabaseSync, error: unknown): void {
  setFact(sql, 'index_damaged', error instanceof Error ? (error.stack ?? error.message) : String(error))
}
