import type { VisitLine } from '../../../contract/app/calls/links/visits.ts'
import type { LibraryRow } from '../../../contract/app/library/row.ts'
import { formatNumber } from '../../ui/formatCount.ts'

export interface CampaignSummary {
  /** Visits of the last seven days. */
  week: number
  /** How they compare to the seven days before; empty if there were none. */
  trend: string
  /** Number of links without any visit. */
  unopened: number
  /** The channel with the most visits in 14 days, and its share in percent; `null` if there were none. */
  best: { name: string; share: string } | null
}

/** Returns the figures of a campaign's links, from their daily visits of 14 days. */
export function summarize(
  links: readonly Pick<LibraryRow, 'id' | 'reportChannel'>[],
  lines: Readonly<Record<string, VisitLine>>,
): CampaignSummary {
  const known = links.flatMap(({ id, reportChannel }) => {
    const line = lines[id]
    return line ? [{ ...line, channel: reportChannel ?? 'No channel' }] : []
  })
  const days = known.flatMap(({ line }) => line.map((visits, day) => ({ visits, day })))
  const before = sum(days.filter(({ day }) => day < 7).map(({ visits }) => visits))
  const week = sum(days.filter(({ day }) => day >= 7).map(({ visits }) => visits))
  const channels = [...Map.groupBy(known, ({ channel }) => channel)]
    .map(([name, ofChannel]) => ({ name, visits: sum(ofChannel.flatMap(({ line }) => line)) }))
    .toSorted((a, b) => b.visits - a.visits)
  const [best] = channels
  return {
    week,
    trend: trendText(week, before),
    unopened: known.filter(({ total }) => total === 0).length,
    best:
      best && best.visits > 0
        ? { name: best.name, share: formatNumber(Math.round((best.visits / (week + before)) * 100)) }
        : null,
  }
}

function trendText(week: number, before: number): string {
  if (before === 0) return ''
  const percent = Math.round(((week - before) / before) * 100)
  const sign = percent > 0 ? '+' : ''
  return `${sign}${formatNumber(percent)} % to the 7 days before`
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
