import { isUnused } from '../../../../contract/runs/mapping.ts'
import type { Run } from '../../../../contract/runs/run.ts'
import { formatCount } from '../../../ui/formatCount.ts'
import { existingTexts } from '../shared/runStates.ts'

/** Summarizes the rows of a run before any is sent: "4 of 300 rows are ready; 296 exist already." */
export function checkSentence(run: Run): string {
  if (isUnused(run.mapping)) return 'No column is used yet. Choose under Columns what each one is for.'
  if (run.comparing) return 'Checking which links exist already…'
  // The counts may be those of earlier columns.
  if (!run.checked) return 'Not every row was checked yet.'
  const { ready, faulty, existing, skipped } = run.counts
  const total = ready + faulty + existing + skipped
  const others = [
    faulty > 0 && formatWith(faulty, 'has an error', 'have errors'),
    ...existingTexts(run),
    skipped > 0 && formatWith(skipped, 'is left out', 'are left out'),
  ].filter((part) => part !== false)
  return `${[readyText(ready, total), ...others].join('; ')}.`
}

function readyText(ready: number, total: number): string {
  if (ready === 0) return 'No row is ready'
  if (ready === total) return total === 1 ? 'The row is ready' : `All ${formatCount(total, 'row')} are ready`
  return `${ready.toLocaleString()} of ${formatCount(total, 'row')} ${ready === 1 ? 'is' : 'are'} ready`
}

function formatWith(count: number, one: string, many: string): string {
  return `${count.toLocaleString()} ${count === 1 ? one : many}`
}
