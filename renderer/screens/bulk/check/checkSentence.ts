import type { Run } from '../../../../contract/runs/run.ts'
import { formatCount } from '../../../ui/formatCount.ts'

/** How the rows stand before any is sent: "295 of 300 rows are ready; 5 need a look." */
export function checkSentence(run: Run): string {
  const { ready, faulty, skipped } = run.counts
  const total = ready + faulty + skipped
  const remaining =
    skipped === 0 ? '' : ` ${formatCount(skipped, 'row')} ${skipped === 1 ? 'is' : 'are'} left out.`
  if (faulty === 0 && ready === total)
    return total === 1 ? 'The row is ready.' : `All ${formatCount(total, 'row')} are ready.`
  if (faulty === 0) return `${formatCount(ready, 'row')} ${ready === 1 ? 'is' : 'are'} ready.${remaining}`
  const need = `${faulty.toLocaleString()} ${faulty === 1 ? 'needs' : 'need'} a look`
  const totalText = `${ready.toLocaleString()} of ${formatCount(total, 'row')} ${ready === 1 ? 'is' : 'are'} ready`
  return `${ready === 0 ? 'No row is ready yet' : totalText}; ${need}.${remaining}`
}
