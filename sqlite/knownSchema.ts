import { DatabaseSync } from 'node:sqlite'

/** The SQL of each table, index, trigger and view, by type and name. */
export type Schema = ReadonlyMap<string, string>

/** Tables created by `ANALYZE`: statistics only. */
const statistics = /^sqlite_stat[14]$/

/** Reads a schema without running any of it. `database` is the name of an attached database. */
export function readSchema(sql: DatabaseSync, database: 'main' | 'derived' = 'main'): Schema {
  // Values by position, because some connections return rows as arrays.
  const rows = sql.prepare(`SELECT type, name, sql FROM ${database}.sqlite_schema`).all()
  const objects = rows.map((row) => Object.values(row))
  const ours = objects.filter(([, name]) => !statistics.test(String(name)))
  return new Map(
    ours.map(([type, name, text]) => [
      `${String(type)} ${String(name)}`,
      String(text ?? '').replaceAll(/\s+/g, ' '),
    ]),
  )
}

/** Returns the schema that the statements create in an empty database. */
export function buildSchema(statements: readonly string[]): Schema {
  using empty = new DatabaseSync(':memory:')
  for (const statement of statements) empty.exec(statement)
  return readSchema(empty)
}

export function isSameSchema(one: Schema, other: Schema): boolean {
  return one.size === other.size && [...one].every(([object, text]) => other.get(object) === text)
}

/** A view can replace a table and run forever when read. No version of the app creates views. */
export function hasViews(schema: Schema): boolean {
  return [...schema.keys()].some((object) => object.startsWith('view '))
}
