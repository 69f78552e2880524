/** SQLite's primary result codes that are told apart here (https://sqlite.org/rescode.html). */
export const sqliteCodes = {
  error: 1,
  permission: 3,
  busy: 5,
  locked: 6,
  readonly: 8,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
} as const

/** The primary code of an error that SQLite has thrown; `null` for every other error. */
export function sqliteCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null
  return error.errcode & 0xff
}

/** Whether the content of a database file is at fault, and not the disk, the folder or another program. */
export function isDamage(error: unknown): boolean {
  const code = sqliteCode(error)
  return code === sqliteCodes.corrupt || code === sqliteCodes.notADatabase
}
