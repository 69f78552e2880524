import { formatCount, formatNumber } from '../../../ui/formatCount.ts'
import type { SheetSum, VisitCounts } from './sheetSections.ts'

export const unknownText = 'Unknown'

/** Returns a link's count as shown. */
export function countText(visits: VisitCounts | null, which: keyof VisitCounts): string {
  return visits ? formatNumber(visits[which]) : unknownText
}

/** Returns a sum as shown: "At least 120" if some of its links have unknown visits. */
export function sumText(sum: SheetSum, which: keyof VisitCounts): string {
  if (sum.unknown === 0) return formatNumber(sum[which])
  return sum.unknown === sum.links ? unknownText : `At least ${formatNumber(sum[which])}`
}

/** Returns how many links have unknown visits, and why; `null` if there are none. */
export function unknownLinksText({ unknown }: SheetSum, wasAnswered: boolean): string | null {
  if (unknown === 0) return null
  const [its, has] = unknown === 1 ? ['its', 'has it'] : ['their', 'has them']
  const why = wasAnswered
    ? `${its} service doesn’t report visits, or no longer ${has}.`
    : 'not every service could be reached.'
  return `The visits of ${formatCount(unknown, 'link')} are unknown: ${why}`
}
