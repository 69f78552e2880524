import type { DatabaseSync } from 'node:sqlite'

/**
 * What a library knows of itself: that a person has taken the last link out, what tells it from other libraries, and that what is
 * derived from it was found to be damaged.
 */
export type FactName = 'emptied' | 'library' | 'index_damaged'

export function readFact(sql: DatabaseSync, name: FactName): string | null {
  const found = sql.prepare('SELECT value FROM facts WHERE name = ?').get(name)
  return (found?.['value'] as string | undefined) ?? null
}

/** `null` forgets it. */
export function setFact(sql: DatabaseSync, name: FactName, value: string | null): void {
  if (value === null) sql.prepare('DELETE FROM facts WHERE name = ?').run(name)
  else sql.prepare('INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)').run(name, value)
}
