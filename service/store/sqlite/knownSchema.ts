import type { DatabaseSync } from 'node:sqlite'
import { openMemory } from './file.ts'
import { readSchemaVersion } from './migrate.ts'
import { migrations } from './migrations/all.ts'

/** SQLite's own tables, added by `ANALYZE`. They contain numbers and no code. */
const statistics = /^sqlite_stat[14]$/

type Row = [type: string, name: string, sql: string | null]
/** The SQL of each object by type and name. */
type Schema = ReadonlyMap<string, string>

const schemasByVersion = new Map<number, Schema>()

/**
 * Throws a readable error if a database has anything but the tables, indexes and triggers of its version. A
 * foreign trigger or view could change links, empty the audit log or run forever. This check runs nothing
 * from the schema.
 */
export function rejectChangedSchema(database: DatabaseSync): void {
  const version = readSchemaVersion(database)
  if (version === 0) return
  const expected = buildSchema(version)
  const actual = readSchema(database)
  const addedObject = [...actual.keys()].find((object) => !expected.has(object))
  if (addedObject !== undefined)
    throw changedSchemaError(`The ${addedObject} is not part of schema ${version}`)
  const changedObject = [...expected].find(([object, sql]) => actual.get(object) !== sql)
  if (changedObject !== undefined)
    throw changedSchemaError(`The ${changedObject[0]} is missing or differs from schema ${version}`)
}

function changedSchemaError(problem: string): Error {
  return new Error(
    `${problem}: the schema was changed by hand. Linkwright does not open such a database; see docs/operating.md.`,
  )
}

function buildSchema(version: number): Schema {
  const cached = schemasByVersion.get(version)
  if (cached) return cached
  const database = openMemory()
  try {
    for (const sql of migrations.slice(0, version)) database.exec(sql)
    const schema = readSchema(database)
    schemasByVersion.set(version, schema)
    return schema
  } finally {
    database.close()
  }
}

function readSchema(database: DatabaseSync): Schema {
  const rows = database.prepare('SELECT type, name, sql FROM sqlite_schema').all() as unknown as Row[]
  const ownRows = rows.filter(([, name]) => !statistics.test(name))
  return new Map(ownRows.map(([type, name, sql]) => [`${type} ${name}`, (sql ?? '').replaceAll(/\s+/g, ' ')]))
}
