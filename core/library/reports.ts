import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import { createReportAudit, type AuditedRow } from '../../contract/app/rules/check/reportAudit.ts'
import { trackingInAddress } from '../../contract/app/values/addressTracking.ts'
import { byName, pick, trackingNames, type TrackingName } from '../../contract/service/link/fields.ts'
import { createReportReader, findReportTables } from '../tables/reportTable.ts'
import { openInThread } from '../tables/reader.ts'
import { CodedError } from '../folder/codedError.ts'
import type { Database } from './openDatabase.ts'
import { readRules } from './rules.ts'
import { mapInSteps } from './step.ts'
import { selectRows } from './tableRows.ts'

/** Checks reports of Google Analytics with a profile's rules. */
export function createReports({ sql }: Database) {
  return {
    /** Throws `CodedError` if the text isn't a report with sources and mediums. */
    audit: async (profileId: string, text: string) => {
      const { rows, fields, isCut } = await readReport(text)
      const links = await countLinks(sql, fields)
      const check = createReportAudit(readRules(sql, profileId) ?? {}, fields)
      const audited = await mapInSteps(rows, (row): AuditedRow | null => {
        const verdict = check(row)
        const known = links.get(trackingKey(row, fields)) ?? { links: 0, latest: null }
        return verdict && { ...pick(row, trackingNames), visits: row.visits, ...verdict, ...known }
      })
      return {
        rows: audited.filter((row) => row !== null).sort((one, other) => other.visits - one.visits),
        checked: rows.length,
        visits: rows.reduce((sum, { visits }) => sum + visits, 0),
        isCut,
      }
    },
  }
}

async function readReport(text: string) {
  const tables = findReportTables(text)
  if (tables.length === 0) throw new CodedError('sheet_no_report')
  const report = createReportReader()
  for (const source of tables.slice(0, maxTables)) {
    report.begin()
    await readTable(report, source)
  }
  return report.end()
}

/** Adds the rows of a table to a report. */
async function readTable(report: ReturnType<typeof createReportReader>, text: string): Promise<void> {
  const table = await openInThread({ text, html: '' })
  try {
    for (let rows = await table.next(); rows !== null; rows = await table.next()) {
      for (const row of rows) report.addRow(row)
    }
  } finally {
    table.close()
  }
}

/** The number of links with some tracking, and the id of the latest. */
type LinkCounts = Map<string, Pick<AuditedRow, 'links' | 'latest'>>

/** Maximum number of tables of a report that are read. */
const maxTables = 20
/** Number of links read at a time. */
const batchSize = 1_000

const columns = {
  seq: 'integer',
  id: 'text',
  destination: 'textOrNull',
  campaign: 'textOrNull',
  source: 'textOrNull',
  medium: 'textOrNull',
} as const

/** Counts the library's links by the tracking with which their visitors arrive. */
async function countLinks(sql: DatabaseSync, fields: readonly TrackingName[]): Promise<LinkCounts> {
  const select = selectRows(
    sql,
    columns,
    `FROM entries WHERE seq > ? AND state = 'created' ORDER BY seq LIMIT ${batchSize}`,
  )
  const counts: LinkCounts = new Map()
  let after: number | undefined = -1
  while (after !== undefined) {
    const entries = select.all(after)
    for (const { id, destination, ...values } of entries) {
      const own = destination !== null && /utm/i.test(destination) ? trackingInAddress(destination) : null
      const key = trackingKey(
        own ? byName(trackingNames, (name) => own[name] ?? values[name]) : values,
        fields,
      )
      counts.set(key, { links: (counts.get(key)?.links ?? 0) + 1, latest: id })
    }
    after = entries.at(-1)?.seq
    await nextTurn()
  }
  return counts
}

function trackingKey(values: Readonly<Record<TrackingName, string | null>>, fields: readonly TrackingName[]) {
  return JSON.stringify(fields.map((field) => (values[field] ?? '').toLowerCase()))
}
