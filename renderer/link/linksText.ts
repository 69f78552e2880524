import { formatCount, formatNumber } from '../ui/formatCount.ts'

/** The number of entries in a list, and how many of them are failed creates, which have no link. */
export interface CountedLinks {
  total: number
  failed: number
}

/** Formats entries of the library without counting failed creates as links: "60 links, 1 failed". */
export function linksText({ total, failed }: CountedLinks): string {
  if (failed === 0) return formatCount(total, 'link')
  const failedText = `${formatNumber(failed)} failed`
  return total === failed ? failedText : `${formatCount(total - failed, 'link')}, ${failedText}`
}
