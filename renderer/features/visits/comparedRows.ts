import type { VisitLine } from '../../../contract/app/calls/links/visits.ts'
import type { Environment } from '../../../contract/service/api/headers.ts'

export interface ComparedLink {
  id: string
  name: string
  environment: Environment
  /** Its channel in Google Analytics, if its tracking reaches a website. */
  channel: string | null
}

/** Maximum number of distinguishable lines. */
export const maxComparedLines = 6

export const groupings = {
  links: { column: 'Link', each: 'each link', many: 'links' },
  channels: { column: 'Channel', each: 'each channel', many: 'channels' },
} as const
export type Grouping = keyof typeof groupings

/** A line of the comparison. */
export interface Row extends VisitLine, ComparedLink {
  /** Visits of the line. */
  recent: number
}

export function toRow(link: ComparedLink, line: VisitLine): Row {
  return { ...link, ...line, recent: line.line.reduce((sum, visits) => sum + visits, 0) }
}

/** Returns one row per channel and environment, with the sums of its links; most visited first. */
export function groupByChannel(rows: readonly Row[]): Row[] {
  const groups = new Map<string, Row>()
  for (const row of rows) {
    const name = row.channel ?? 'No channel'
    const id = `${row.environment} ${name}`
    const sum = groups.get(id)
    groups.set(id, sum ? addRows(sum, row) : { ...row, id, name })
  }
  return [...groups.values()].toSorted((a, b) => b.recent - a.recent)
}

function addRows(sum: Row, row: Row): Row {
  return {
    ...sum,
    line: sum.line.map((visits, index) => visits + (row.line[index] ?? 0)),
    recent: sum.recent + row.recent,
    total: sum.total + row.total,
    bots: sum.bots + row.bots,
  }
}
