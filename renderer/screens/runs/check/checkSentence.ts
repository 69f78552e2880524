import { isUnused } from '../../../../contract/app/runs/mapping/mapping.ts'
import type { Run } from '../../../../contract/app/runs/run.ts'
import { formatCount } from '../../../ui/formatCount.ts'
import { existingTexts } from '../shared/runStates.ts'

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
    faulty > 0 && formatWith(faulty, 'has an error', 'have errors'),
    ...existingTexts(run),
    ready > 0 &&
      ready < total &&
      run.withWarnings > 0 &&
      formatWith(run.withWarnings, 'has a warning', 'have warnings'),
    skipped > 0 && formatWith(skipped, 'is left out', 'are left out'),
  ].filter((part) => part !== false)
  return `${[readyText(run, total), ...others].join('; ')}.`
}

function readyText(run: Run, total: number): string {
  const { ready } = run.counts
  if (ready === 0) return 'No row is ready'
  if (ready < total)
    return `${ready.toLocaleString()} of ${formatCount(total, 'row')} ${ready === 1 ? 'is' : 'are'} ready`
  const count = run.withWarnings
  const warnings = count > 0 && formatWith(count, 'has a warning', 'have warnings')
  if (total === 1) return warnings ? 'The row is ready, with a warning' : 'The row is ready'
  return warnings
    ? `${formatCount(total, 'row')} are ready; ${warnings}`
    : `All ${formatCount(total, 'row')} are ready`
}

function formatWith(count: number, one: string, many: string): string {
  return `${count.toLocaleString()} ${count === 1 ? one : many}`
}
