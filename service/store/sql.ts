/** Returns column names as a SQL list, with a table alias if given. */
export function listColumns(names: readonly string[], table?: string): string {
  return names.map((name) => (table === undefined ? name : `${table}.${name}`)).join(', ')
}

/** Returns the assignments of an upsert: every column except the conflicting one. */
export function overwriteColumns(names: readonly string[], conflictColumn: string): string {
  return names
    .filter((name) => name !== conflictColumn)
    .map((name) => `${name} = excluded.${name}`)
    .join(', ')
}
