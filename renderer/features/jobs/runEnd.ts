import type { Job } from '../../../contract/job.ts'

/** What the links of a run came to, as far as they were made: "297 links created, 2 failed, 1 is not certain." */
export function runEnd({ state, counts, done }: Job): string {
  const { created = done, failed = 0, unknown = 0 } = counts
  const parts = [
    `${created.toLocaleString()} ${created === 1 ? 'link' : 'links'} created`,
    failed > 0 && `${failed.toLocaleString()} failed`,
    unknown > 0 && `${unknown.toLocaleString()} ${unknown === 1 ? 'is' : 'are'} not certain`,
  ]
  const sentence = `${parts.filter(Boolean).join(', ')}.`
  return state === 'cancelled' ? `Stopped. ${sentence}` : sentence
}
