import type { DatabaseSync } from 'node:sqlite'
import { buildSchema, readSchema, type Schema } from '../../../../sqlite/knownSchema.ts'
import { readSchemaVersion } from '../migrate.ts'
import { sqliteMigrations as migrations } from '../../migrations/all.ts'

const schemasByVersion = new Map<number, Schema>()

/**
 * Throws a readable error if a database has anything but the tables, indexes and triggers of its version. A
 * foreign trigger or view could change links, empty the audit log or run forever. This check runs nothing
 * from the schema.
 */
export function rejectChangedSchema(database: DatabaseSync): void {
  const version = readSchemaVersion(database)
  if (version === 0) return
  const expected = expectedSchema(version)
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

function expectedSchema(version: number): Schema {
  const schema = schemasByVersion.get(version) ?? buildSchema(migrations.slice(0, version))
  schemasByVersion.set(version, schema)
  return schema
}
