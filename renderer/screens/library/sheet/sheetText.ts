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

/** Says how many links have unknown visits, and why; `null` if none has. */
export function unknownLinksText({ links, unknown }: SheetSum, wasAnswered: boolean): string | null {
  if (unknown === 0) return null
  const which =
    unknown === links ? 'these links are' : `${formatCount(unknown, 'link')} ${unknown === 1 ? 'is' : 'are'}`
  const why = wasAnswered
    ? 'their service reports no visits, or does not have the link any more.'
    : 'not every service could be asked.'
  return `The visits of ${which} unknown: ${why}`
}
