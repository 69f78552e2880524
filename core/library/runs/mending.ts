import type { DatabaseSync } from 'node:sqlite'
import { completeAddress, mendAddress } from '../../../contract/address/mend.ts'
import type { MendTarget } from '../../../contract/calls/runs.ts'
import { nearestForRequest } from '../../../contract/channels/address.ts'
import { pick } from '../../../contract/link/fields.ts'
import { createMediumChoice } from '../../../contract/rules/mediums.ts'
import { ruledValuesOf } from '../../../contract/rules/request.ts'
import type { TrackingRules } from '../../../contract/rules/trackingRules.ts'
import { createAddressMender, createRuleMender } from '../../../contract/runs/rules.ts'
import { addressColumns, columnOf, columnsOfField } from '../../../contract/runs/sources.ts'
import { readRules } from '../rules.ts'
import { selectRows, tableColumns } from '../tableRows.ts'
import type { CellEdit } from './cellHistory.ts'
import type { PreparedRun } from './preparedRun.ts'
import { editableStates, parseCells, parseRequest, readRows } from './storedRow.ts'
import type { StoredRow } from './storedRow.ts'

/** Maximum number of rows read at a time. */
const batchSize = 5_000

/** A cell and its fixed text. */
interface Mend extends CellEdit {
  /** Whether only `https://` is added. */
  isSchemeOnly: boolean
}

/** Counts the cells of a batch that can be fixed, and those that only lack `https://`. */
export function countMendable(sql: DatabaseSync, run: PreparedRun, what: MendTarget, after: number) {
  const { found, next } = findMends(sql, run, what, after)
  const mends = found.flatMap((row) => row.edits)
  return { rows: mends.length, next, missingScheme: mends.filter((mend) => mend.isSchemeOnly).length }
}

/** Returns the cells of a batch that can be fixed, with their fixed text. */
export function findMends(sql: DatabaseSync, run: PreparedRun, what: MendTarget, after: number) {
  const columns = addressColumns(run.mapping)
  const open = selectRows(
    sql,
    pick(tableColumns.run_rows, ['number', 'cells', 'noted', 'request']),
    `FROM run_rows WHERE run = ? AND number > ?
     AND state IN (${editableStates}) ORDER BY number`,
  )
  const { rows, next } = readRows(open.iterate(run.id, after), batchSize)
  const rules = readRules(sql, run.profileId) ?? {}
  const mendsOfRow = {
    rules: createRuleMends(createRuleMender(run.header, run.mapping, rules)),
    ruledAddresses: createRuleMends(createAddressMender(run.header, run.mapping, rules)),
    channels: createChannelMends(run, rules),
    addresses: (row: Mendable) => mendsOf(row, columns),
  }[what]
  const found = rows.map((row) => ({ row, edits: mendsOfRow(row) }))
  return { found: found.filter(({ edits }) => edits.length > 0), next }
}

type Mendable = Pick<StoredRow, 'cells' | 'request'>

function createRuleMends(mend: ReturnType<typeof createRuleMender>) {
  return (row: Mendable): Mend[] => mend(parseCells(row)).map((edit) => ({ ...edit, isSchemeOnly: false }))
}

/**
 * Returns fixes for links to which Google Analytics would assign no channel: the nearest medium that has a channel and
 * that the rules allow. Only if the table has a medium column.
 */
function createChannelMends({ mapping }: PreparedRun, rules: TrackingRules) {
  const choose = createMediumChoice(rules)
  const [first] = columnsOfField('tracking_medium', mapping)
  return (row: Mendable): Mend[] => {
    const request = parseRequest(row)
    const nearest = request && nearestForRequest(request, (wanted) => choose(ruledValuesOf(request), wanted))
    const column = columnOf(mapping, parseCells(row), 'tracking_medium') ?? first
    return nearest && column !== undefined ? [{ column, text: nearest.medium, isSchemeOnly: false }] : []
  }
}

function mendsOf(row: Pick<StoredRow, 'cells'>, columns: readonly number[]): Mend[] {
  const cells = parseCells(row)
  return columns.flatMap((column) => {
    const given = cells[column]?.trim() ?? ''
    const text = mendAddress(given)
    return text === given ? [] : [{ column, text, isSchemeOnly: text === completeAddress(given) }]
  })
}
