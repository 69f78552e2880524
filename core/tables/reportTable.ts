import { byName, namesOf, trackingNames, type TrackingName } from '../../contract/service/link/fields.ts'
import { csvDelimiters } from '../../contract/app/tables/spreadsheet.ts'
import type { ReportRow } from '../../contract/app/rules/check/reportAudit.ts'
import { maxReportRows } from '../../contract/app/tables/limits.ts'
import type { SheetRow } from './table.ts'

/** The columns of a report, by their names in English and German. */
const columnNames = {
  sourceMedium: /(?:source|quelle)\s*\/\s*medium/i,
  source: /\b(?:source|quelle)\b(?!\s*(?:\/|platform|plattform))/i,
  medium: /(?<!\/\s*)\bmedium\b/i,
  campaign: /\b(?:campaign|kampagne)\b(?!\s*-?id)/i,
  channel: /channel.?grup?p/i,
  sessions: /^(?:sessions|sitzungen)$/i,
  users: /^(?:(?:total|active|new|aktive|gesamtzahl der) )?(?:users|nutzer)$/i,
}
type Columns = Record<keyof typeof columnNames, number>

export interface Report {
  /** The rows with different tracking. */
  rows: ReportRow[]
  fields: TrackingName[]
  /** Whether rows were left out because there are too many. */
  isCut: boolean
}

/**
 * Returns the tables of an exported report that have sources and mediums, each with a line that declares its delimiter: rows of
 * totals have fewer cells, so that it couldn't be detected. Comments separate the tables.
 */
export function findReportTables(text: string): string[] {
  const tables = text.replace(/^\ufeff/, '').split(/^#(?:[ -].*)?$/m)
  return tables.flatMap((table) => {
    const header = /\S.*/.exec(table)?.[0].slice(0, 10_000) ?? ''
    const delimiter =
      csvDelimiters.toSorted((a, b) => header.split(b).length - header.split(a).length)[0] ?? ','
    return readHeader(header.split(delimiter)) ? [`sep=${delimiter}\n${table}`] : []
  })
}

/** Collects the rows of the tables of a report. */
export function createReportReader() {
  const found = new Map<string, ReportRow>()
  const fields = new Set<TrackingName>()
  let columns: Columns | null = null
  let isCut = false
  const addRow = ({ cells }: SheetRow) => {
    const header = columns ? null : readHeader(cells)
    if (header) {
      columns = header
      for (const field of trackingNames) if (field !== 'campaign' || header.campaign >= 0) fields.add(field)
    } else if (columns) {
      const row = readRow(cells, columns)
      if (row === null) return
      const key = JSON.stringify([...trackingNames.map((name) => row[name]), row.channel])
      const same = found.get(key)
      if (same) same.visits += row.visits
      else if (found.size < maxReportRows) found.set(key, row)
      else isCut = true
    }
  }
  return {
    /** Begins a table, whose first row is its header. */
    begin: () => {
      columns = null
    },
    addRow,
    end: (): Report => ({ rows: [...found.values()], fields: [...fields], isCut }),
  }
}

function readHeader(cells: readonly string[]): Columns | null {
  const columns = byName(namesOf(columnNames), (name) =>
    cells.findIndex((cell) => cell.length < 200 && columnNames[name].test(cell.trim())),
  )
  const isHeader = columns.sourceMedium >= 0 || (columns.source >= 0 && columns.medium >= 0)
  return isHeader ? columns : null
}

/** Returns a row; `null` for totals, which have no source. */
function readRow(cells: readonly string[], columns: Columns): ReportRow | null {
  const read = (name: keyof Columns) => cells[columns[name]]?.trim() ?? ''
  const [source = '', medium = ''] =
    columns.sourceMedium >= 0 ? read('sourceMedium').split(' / ') : [read('source'), read('medium')]
  if (source === '' || medium === '') return null
  return {
    source: withoutPlaceholder(source),
    medium: withoutPlaceholder(medium),
    campaign: withoutPlaceholder(read('campaign')),
    channel: read('channel') || null,
    visits: readCount(read('sessions') || read('users')),
  }
}

/** Google Analytics writes missing values in parentheses: `(not set)`, `(none)`, `(direct)`, `(organic)`. */
function withoutPlaceholder(text: string): string {
  return /^\([\w -]+\)$/.test(text) ? '' : text.slice(0, 500)
}

function readCount(text: string): number {
  const count = Number(text.replace(/[.,\s](?=\d{3}(?!\d))/g, '').replace(',', '.'))
  return Number.isFinite(count) && count > 0 ? Math.round(count) : 0
}
