import { isUnused } from '../../../../contract/app/runs/mapping/mapping.ts'
import type { Run } from '../../../../contract/app/runs/run.ts'
import { formatCount, formatNumber } from '../../../ui/formatCount.ts'
import { countClauses, existingTexts } from '../shared/runStates.ts'

/** Summarizes the rows of a run before any is sent: "4 of 300 rows are ready; 296 exist already." */
export function checkSentence(run: Run): string {
  if (isUnused(run.mapping)) return 'No column is used yet. Choose under Columns what each one is for.'
  if (run.comparing) return 'Checking which links exist already…'
  // The counts may be those of earlier columns.
  if (!run.checked) return 'Not every row was checked yet.'
  if (run.pathsToCheck > 0 && run.problem === null) return 'Checking which paths are free…'
  const { ready, faulty, existing, skipped } = run.counts
  const total = ready + faulty + existing + skipped
  const others = [
    ...countClauses([faulty, 'has an error', 'have errors']),
    ...existingTexts(run),
    ...countClauses(
      [ready > 0 ? run.withWarnings : 0, 'has a warning', 'have warnings'],
      [skipped, 'is left out', 'are left out'],
    ),
  ]
  return `${[readyText(ready, total, others.length === 0), ...others].join('; ')}.`
}

function readyText(ready: number, total: number, isAll: boolean): string {
  if (ready === 0) return 'No row is ready'
  const rows = formatCount(total, 'row')
  if (ready < total) return `${formatNumber(ready)} of ${rows} ${ready === 1 ? 'is' : 'are'} ready`
  if (total === 1) return 'The row is ready'
  return isAll ? `All ${rows} are ready` : `${rows} are ready`
}
