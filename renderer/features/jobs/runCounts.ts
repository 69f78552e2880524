import type { Job } from '../../../contract/job.ts'
import { formatNumber } from '../../ui/formatCount.ts'

/** The counts of a run, the same in its job, its list and its page: "218 of 296 created · 3 failed · 22 not certain". */
export function runCountsText(
  { created = 0, failed = 0, unknown = 0 }: Job['counts'],
  total: number,
): string {
  const parts = [`${formatNumber(created)} of ${formatNumber(total)} created`]
  if (failed > 0) parts.push(`${formatNumber(failed)} failed`)
  if (unknown > 0) parts.push(`${formatNumber(unknown)} not certain`)
  return parts.join(' · ')
}
