import type { Run } from '../../../../contract/runs/run.ts'
import { counted } from '../../../ui/counted.ts'
import { toMakeOf } from '../shared/runStates.ts'

/** What became of a run: "297 of 300 links were created; 2 failed; 1 is not certain." */
export function resultSentence(run: Run): string {
  const { created, failed, unknown, ready, pending, skipped, faulty } = run.counts
  const all = toMakeOf(run)
  const were = (count: number, one: string, many: string) =>
    `${count.toLocaleString()} ${count === 1 ? one : many}`
  const parts = [
    created === all
      ? all === 1
        ? 'The link was created'
        : `All ${counted(all, 'link')} were created`
      : `${created.toLocaleString()} of ${counted(all, 'link')} ${created === 1 ? 'was' : 'were'} created`,
    failed > 0 && `${failed.toLocaleString()} failed`,
    unknown > 0 && were(unknown, 'is not certain', 'are not certain'),
    ready + pending > 0 &&
      run.state === 'cancelled' &&
      were(ready + pending, 'was not sent', 'were not sent'),
  ]
  const behind = [
    skipped > 0 && `${counted(skipped, 'row')} ${skipped === 1 ? 'was' : 'were'} left out`,
    faulty > 0 && `${counted(faulty, 'row')} could not be used`,
  ].filter(Boolean)
  const left = behind.length > 0 ? ` ${behind.join('; ')}.` : ''
  return `${parts.filter(Boolean).join('; ')}.${left}`
}
