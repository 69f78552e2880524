import type { DatabaseSync } from 'node:sqlite'
import { guessAddressColumns } from '../../../../contract/runs/addressColumns.ts'
import type { ChangePlan } from '../../../../contract/runs/changePlan.ts'
import type { ColumnUse } from '../../../../contract/runs/mapping.ts'
import { detectService } from '../../imports/columns.ts'
import { uniqueNames } from './header.ts'
import type { Header } from './header.ts'
import { chooseMapping } from './mapping.ts'
import type { SheetRequest } from './sheetRequest.ts'
import type { Table } from './table.ts'

/** What is known about a table's columns. */
export interface ColumnsRead extends Header {
  /** Number of columns in the widest row so far. */
  width: number
  firstRows: readonly (readonly string[])[]
}

/** Returns a function that creates a run from rows that were read. */
export function createRunFinisher(sql: DatabaseSync) {
  const insert = sql.prepare(
    `INSERT INTO runs (id, name, state, profile_id, profile_name, environment, source, header, mapping, change, created_at)
     VALUES (?, ?, 'preparing', ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  return (request: SheetRequest, table: Table, columns: ColumnsRead): void => {
    const { id, profileId, profileName, environment } = request
    const service = table.kind === 'csv' ? detectService(columns.names) : null
    const { uses } = table
    const { isNamed, firstRows } = columns
    const tableInfo = { names: columns.names, isNamed, uses, isForeign: service !== null, rows: firstRows }
    const { columns: guessed, template } = chooseMapping(sql, tableInfo)
    // Later rows can be wider than those used to guess the mapping.
    const missing = Math.max(0, columns.width - columns.names.length)
    const names = uniqueNames([...columns.names, ...Array.from({ length: missing }, () => '')])
    const mapping = {
      columns: names.map((_, index): ColumnUse => guessed[index] ?? { to: 'nothing' }),
      template,
    }
    const semicolons = table.delimiter === ';' ? { delimiter: ';' } : {}
    const source = { kind: service ?? table.kind, name: table.name, ...semicolons }
    const plan: ChangePlan = { kind: 'table', columns: guessAddressColumns(names, firstRows, isNamed) }
    const change = request.isChange ? JSON.stringify(plan) : null
    insert.run(
      ...[id, request.name ?? runName(table), profileId, profileName, environment],
      ...[JSON.stringify(source), JSON.stringify(names), JSON.stringify(mapping), change],
      new Date().toISOString(),
    )
  }
}

/** Returns a file's name without path and extension. */
function runName({ name }: Table): string {
  const trimmed = name
    .replace(/^.*[/\\]/, '')
    .replace(/\.[A-Za-z]{2,4}$/, '')
    .trim()
  return (trimmed === '' ? 'Links' : trimmed).slice(0, 200)
}
