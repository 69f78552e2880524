import type { Job } from '../../../contract/app/jobs/job.ts'
import type { LongWorkKind } from '../../../contract/app/jobs/longWork.ts'
import { formatNumber } from '../../ui/formatCount.ts'

/** What a run does to its links, as a past participle. */
export type RunVerb = 'created' | 'changed' | 'restored'

/** Returns whether a job is a run, which pauses instead of being cancelled. */
export function isRunJob(kind: LongWorkKind): kind is 'run' | 'changeRun' {
  return kind === 'run' || kind === 'changeRun'
}

/** Returns what a job of this kind does to its links. */
export function jobVerb(kind: LongWorkKind): RunVerb {
  return kind === 'changeRun' ? 'changed' : 'created'
}

/**
 * Returns the counts of a run, in the same words in its job, its list and its page: "218 of 296 created · 3 failed · 22
 * not certain".
 */
export function runCountsText(
  { created = 0, failed = 0, unknown = 0 }: Job['counts'],
  total: number,
  verb: RunVerb = 'created',
): string {
  const parts = [`${formatNumber(created)} of ${formatNumber(total)} ${verb}`]
  if (failed > 0) parts.push(`${formatNumber(failed)} ${verb === 'created' ? 'failed' : `not ${verb}`}`)
  if (unknown > 0) parts.push(`${formatNumber(unknown)} not certain`)
  return parts.join(' · ')
}
