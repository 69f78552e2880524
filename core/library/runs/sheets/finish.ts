import type { DatabaseSync } from 'node:sqlite'
import { guessAddressColumns } from '../../../../contract/app/runs/mapping/addressColumns.ts'
import type { ChangePlan } from '../../../../contract/app/runs/changePlan.ts'
import type { ColumnUse, Mapping, RowField } from '../../../../contract/app/runs/mapping/mapping.ts'
import type { Run } from '../../../../contract/app/runs/run.ts'
import { uniqueNames } from '../../../tables/header.ts'
import { detectService } from '../../imports/columns.ts'
import { chooseMapping } from './mapping.ts'
import { insertRun } from '../storedRun.ts'
import type { MoveTable } from './moveTable.ts'
import type { RunTable } from './source.ts'
import type { LinkDomains } from '../../../../contract/app/link/linkDomain.ts'
import type { CreateSource } from '../../../../contract/app/runs/sources.ts'
import type { RememberedReading } from '../../../../contract/app/tables/reading.ts'
import type { Environment } from '../../../../contract/service/api/headers.ts'

/** What was found while reading a table's rows. */
export interface RowsRead {
  /** The runs of the rows, in order: several only if links move here. */
  parts: string[]
  /** Number of columns in the widest row. */
  width: number
  firstRows: string[][]
}

/** Returns a function that creates the runs of rows that were read. */
export function createRunFinisher(sql: DatabaseSync) {
  return (
    request: SheetRequest,
    table: RunTable | MoveTable,
    { parts, width, firstRows }: RowsRead,
  ): void => {
    const { profileId, profileName, environment } = request
    const service = table.kind === 'csv' ? detectService(table.names) : null
    const { uses, isNamed } = table
    const tableInfo = { names: table.names, isNamed, uses, isForeign: service !== null, rows: firstRows }
    const { columns: guessed, template } = chooseMapping(sql, { ...tableInfo, profileId })
    // Later rows can be wider than those used to guess the mapping.
    const missing = Math.max(0, width - table.names.length)
    const names = uniqueNames([...table.names, ...Array.from({ length: missing }, () => '')])
    const move = 'move' in table ? { ...table.move, parts: [...parts] } : undefined
    const useOf = (use: ColumnUse = { to: 'nothing' }, index: number): ColumnUse => {
      if (!move) return use
      if (index === move.column) return { to: 'field', field: 'path' }
      return use.to === 'field' && use.field === 'path' ? { to: 'nothing' } : use
    }
    const mapping = {
      columns: names.map((_, index) => useOf(guessed[index], index)),
      template: { ...template, ...(request.source.kind === 'lists' && request.source.template) },
    }
    const plan: ChangePlan = { kind: 'table', columns: guessAddressColumns(names, firstRows, isNamed) }
    const change = request.isChange ? plan : null
    const source = { ...describeSource(request, table, service), ...(move && { move }) }
    const name = request.name ?? runName(table, mapping, firstRows)
    const now = Date.now()
    for (const [index, id] of parts.entries()) {
      const partName = parts.length === 1 ? name : `${name} (${index + 1} of ${parts.length})`
      // The list has the newest run first.
      const createdAt = new Date(now + parts.length - 1 - index).toISOString()
      const place = { profileId, profileName, environment }
      insertRun(sql, { id, name: partName, ...place, source, header: names, mapping, change, createdAt })
    }
  }
}

function describeSource(
  { source }: SheetRequest,
  { kind, name, delimiter, reading }: RunTable,
  service: ReturnType<typeof detectService>,
): Run['source'] {
  return {
    kind: service ?? kind,
    name,
    ...(delimiter === ';' && { delimiter }),
    ...(reading && { reading }),
    ...(source.kind === 'file' && { file: source.file, isPasted: source.isPasted ?? false }),
  }
}

/** Returns a file's name without path and extension; for pasted rows, the campaign that all have, or the first title. */
function runName({ kind, name }: RunTable, mapping: Mapping, rows: RowsRead['firstRows']): string {
  const content = kind === 'pasted' ? describeContent(mapping, rows) : ''
  const trimmed = name
    .replace(/^.*[/\\]/, '')
    .replace(/\.[A-Za-z]{2,4}$/, '')
    .trim()
  return (content || trimmed || 'Links').slice(0, 200)
}

function describeContent({ columns }: Mapping, rows: RowsRead['firstRows']): string {
  const texts = (field: RowField) => {
    const column = columns.findIndex((use) => use.to === 'field' && use.field === field)
    return [...new Set(rows.map((cells) => (cells[column] ?? '').trim().replace(/\s+/g, ' ')))].filter(
      (text) => text !== '',
    )
  }
  const [campaign, otherCampaign] = texts('tracking_campaign')
  const [title, otherTitle] = texts('title')
  if (campaign !== undefined && otherCampaign === undefined) return campaign.slice(0, 100)
  if (title === undefined) return ''
  return otherTitle === undefined ? title.slice(0, 100) : `${title.slice(0, 100)} and others`
}

/** A run to create from a table. */
export interface SheetRequest {
  id: string
  profileId: string
  profileName: string
  environment: Environment
  source: CreateSource
  /** The profile's link domains, if links move here. */
  domains?: LinkDomains | undefined
  /** How earlier tables were read. */
  remembered?: readonly RememberedReading[]
  /** Whether the rows are links with their new addresses. */
  isChange?: boolean
  /** Defaults to the table's name. */
  name?: string | undefined
}
