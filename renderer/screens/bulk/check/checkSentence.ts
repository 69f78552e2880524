import type { Run } from '../../../../contract/runs/run.ts'
import { counted } from '../../../ui/counted.ts'

/** How the rows stand before any is sent: "295 of 300 rows are ready; 5 need a look." */
export function checkSentence(run: Run): string {
  const { ready, faulty, skipped } = run.counts
  const total = ready + faulty + skipped
  const left = skipped === 0 ? '' : ` ${counted(skipped, 'row')} ${skipped === 1 ? 'is' : 'are'} left out.`
  if (faulty === 0 && ready === total)
    return total === 1 ? 'The row is ready.' : `All ${counted(total, 'row')} are ready.`
  if (faulty === 0) return `${counted(ready, 'row')} ${ready === 1 ? 'is' : 'are'} ready.${left}`
  const need = `${faulty.toLocaleString()} ${faulty === 1 ? 'needs' : 'need'} a look`
  const of = `${ready.toLocaleString()} of ${counted(total, 'row')} ${ready === 1 ? 'is' : 'are'} ready`
  return `${ready === 0 ? 'No row is ready yet' : of}; ${need}.${left}`
}
