import { auditColumns } from '../projects/auditLog.ts'
import { changeColumns } from '../links/changeStore.ts'
import { keyColumns, linkColumns, projectColumns, sqlTypes, type ColumnKind } from './columns.ts'
import { byName } from '../../../contract/service/link/fields.ts'
import { countNames } from '../visits/visits.ts'
import { invitationColumns } from '../projects/invitationStore.ts'
import { ownPathColumns } from '../links/ownPaths.ts'
import { ruleColumns } from '../projects/rules.ts'
import type { OlderSchema, SchemaUse } from './schemaUse.ts'
import { referrerColumns, visitColumns } from '../visits/visitStore.ts'

/** Returns the error of a command that needs the current schema. */
export function olderSchemaMessage({ version, current }: OlderSchema): string {
  return (
    `The database has schema ${version}, and this command needs schema ${current}: start the service of this release, which ` +
    'migrates the database, or use the command of the release that runs.'
  )
}

type Columns = Readonly<Record<string, { kind: ColumnKind }>>

const integerOrNull = { kind: 'integerOrNull' } as const

/** Every table that is read, with its columns. */
const tables: Readonly<Record<string, Columns>> = {
  projects: {
    ...projectColumns,
    ...byName(['counted_day', 'counted_links', 'changes_day', 'counted_changes'], () => integerOrNull),
  },
  project_keys: { ...keyColumns, invitation: { kind: 'textOrNull' } },
  links: linkColumns,
  own_paths: ownPathColumns,
  link_changes: changeColumns,
  project_rules: ruleColumns,
  operator_acts: auditColumns,
  key_invitations: invitationColumns,
  visits: visitColumns,
  visit_referrers: referrerColumns,
}
export const tableNames = Object.keys(tables)

/** What rows from before a column have in it, where that isn't `NULL`. */
const olderValues: Readonly<Record<string, string>> = {
  'project_keys.name': "'default'",
  'project_keys.scope': "'full'",
  'project_keys.may_list': 'FALSE',
  'project_keys.may_invite': 'FALSE',
  'key_invitations.may_list': 'FALSE',
  'projects.changes_off': 'FALSE',
  // Earlier releases counted fewer kinds of visits.
  ...byName(
    countNames.map((name) => `visits.${name}`),
    () => '0',
  ),
}

/** The names of a database's tables, each with those of its columns. */
export type ExistingColumns = ReadonlyMap<string, ReadonlySet<string>>

/** Groups the rows of a query for tables and columns. */
export function groupColumns(rows: readonly (readonly [table: string, column: string])[]): ExistingColumns {
  const groups = Map.groupBy(rows, ([table]) => table)
  return new Map([...groups].map(([table, columns]) => [table, new Set(columns.map(([, name]) => name))]))
}

/**
 * Returns the beginning of a query by which it reads an older schema like the current one: a common table expression with the
 * name of each table that lacks columns hides it. Returns `''` if nothing is missing, and `null` if a table belongs to another program.
 */
export function readAsCurrent(existing: ExistingColumns, qualifier = ''): string | null {
  const expressions: string[] = []
  for (const [table, columns] of Object.entries(tables)) {
    const found = existing.get(table)
    const missing = Object.entries(columns).filter(([name]) => found?.has(name) !== true)
    const values = missing.map(([name, { kind }]) => {
      const value = found
        ? (olderValues[`${table}.${name}`] ?? (kind.endsWith('OrNull') ? 'NULL' : null))
        : 'NULL'
      return value && `CAST(${value} AS ${sqlTypes[kind]}) AS ${name}`
    })
    if (values.includes(null)) return null
    if (missing.length === 0) continue
    const source = found
      ? `SELECT *, ${values.join(', ')} FROM ${qualifier}${table}`
      : `SELECT ${values.join(', ')} WHERE FALSE`
    expressions.push(`${table} AS (${source})`)
  }
  return expressions.length === 0 ? '' : `WITH ${expressions.join(', ')} `
}

/** Throws for a write with the use `read`, which is a bug. The audit log also records commands that only read. */
export function rejectWrite(use: SchemaUse, statement: string): void {
  if (use === 'read' && statement !== 'addAuditEntry')
    throw new Error(`A command that only reads ran ${statement}.`)
}
