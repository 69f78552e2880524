import { byName, namesOf, trackingNames, type TrackingName } from '../../contract/service/link/fields.ts'
import { maxReportRows, type ReportRow } from '../../contract/app/rules/reportAudit.ts'
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

/** What a report contains. */
export interface Report {
  /** The rows with different tracking. */
  rows: ReportRow[]
  fields: TrackingName[]
  /** Whether rows were left out because there are too many. */
  isCut: boolean
}

/** Collects the rows of a report of Google Analytics, whose export begins with comments and can have several tables. */
export function createReportReader() {
  const found = new Map<string, ReportRow>()
  const fields = new Set<TrackingName>()
  let columns: Columns | null = null
  let isCut = false
  const addRow = ({ cells }: SheetRow) => {
    if (cells[0]?.startsWith('#')) columns = null
    const header = columns ? null : readHeader(cells)
    if (header) {
      columns = header
      for (const field of trackingNames) if (field !== 'campaign' || header.campaign >= 0) fields.add(field)
    } else if (columns) {
      const row = readRow(cells, columns)
      const key = JSON.stringify([...trackingNames.map((name) => row[name]), row.channel])
      const same = found.get(key)
      if (same) same.visits += row.visits
      else if (found.size < maxReportRows) found.set(key, row)
      else isCut = true
    }
  }
  return {
    addRow,
    /** Returns the report; `null` if no table has a source and a medium. */
    end: (): Report | null =>
      fields.size === 0 ? null : { rows: [...found.values()], fields: [...fields], isCut },
  }
}

function readHeader(cells: readonly string[]): Columns | null {
  const columns = byName(namesOf(columnNames), (name) =>
    cells.findIndex((cell) => cell.length < 200 && columnNames[name].test(cell.trim())),
  )
  const isHeader = columns.sourceMedium >= 0 || (columns.source >= 0 && columns.medium >= 0)
  return isHeader ? columns : null
}

function readRow(cells: readonly string[], columns: Columns): ReportRow {
  const read = (name: keyof Columns) => cells[columns[name]]?.trim() ?? ''
  const [source = '', medium = ''] =
    columns.sourceMedium >= 0 ? read('sourceMedium').split(/\s+\/\s+/) : [read('source'), read('medium')]
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
