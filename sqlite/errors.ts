/** The SQLite result codes used here (https://sqlite.org/rescode.html). */
export const sqliteCodes = {
  error: 1,
  permission: 3,
  busy: 5,
  locked: 6,
  noMemory: 7,
  readonly: 8,
  io: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  constraint: 19,
  mismatch: 20,
  notADatabase: 26,
} as const

/** Returns the primary code of a SQLite error; `null` for other errors. */
export function sqliteCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null
  return error.errcode & 0xff
}

/**
 * Whether the database file itself is damaged, as opposed to a problem of the disk, the folder or another
 * program.
 */
export function isDamage(error: unknown): boolean {
  const code = sqliteCode(error)
  return code === sqliteCodes.corrupt || code === sqliteCodes.notADatabase
}

/**
 * Whether the full-text index is damaged. FTS5 also reports impossible sizes as too little memory, and rows that it can't
 * find again as a violated constraint.
 */
export function isIndexDamage(error: unknown): boolean {
  const code = sqliteCode(error)
  return isDamage(error) || code === sqliteCodes.noMemory || code === sqliteCodes.constraint
}
