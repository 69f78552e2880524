import { formatCount } from '../ui/formatCount.ts'

/** The number of entries in a list, and how many of them are failed creates, which have no link. */
export interface CountedLinks {
  total: number
  failed: number
}

/** Formats entries of the library without counting failed creates as links: "60 links and 1 failed attempt". */
export function linksText({ total, failed }: CountedLinks): string {
  if (failed === 0) return formatCount(total, 'link')
  const failedText = formatCount(failed, 'failed attempt')
  return total === failed ? failedText : `${formatCount(total - failed, 'link')} and ${failedText}`
}
