/** Names of columns as SQL lists them, of a table by its short name where one is given. */
export function listColumns(names: readonly string[], table?: string): string {
  return names.map((name) => (table === undefined ? name : `${table}.${name}`)).join(', ')
}

/** What an upsert sets: every column but the one that it met. */
export function overwriteColumns(names: readonly string[], met: string): string {
  return names
    .filter((name) => name !== met)
    .map((name) => `${name} = excluded.${name}`)
    .join(', ')
}
