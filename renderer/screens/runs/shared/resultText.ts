import type { Run } from '../../../../contract/app/runs/run.ts'
import { formatCount, formatNumber } from '../../../ui/formatCount.ts'
import { countClauses, countCreatable, existingTexts, replacementOf, runVerb } from './runStates.ts'

/** Summarizes a run: "4 of 5 links were changed; 1 was changed by someone else first; 2 were left out." */
export function resultText(run: Run): string {
  const { failed, unknown, existing, faulty, skipped, ready, pending } = run.counts
  const { conflicts, change } = run
  const matched = replacementOf(run) ? 'didn’t have the text' : 'already matched'
  const parts = [
    doneText(run),
    ...countClauses(
      [conflicts, 'was changed by someone else first', 'were changed by someone else first'],
      [failed - conflicts, 'failed'],
      [unknown, 'is not certain', 'are not certain'],
      [run.state === 'cancelled' ? ready : 0, 'was not sent', 'were not sent'],
      [pending, 'is still being sent', 'are still being sent'],
    ),
    ...(change === null ? existingTexts(run) : countClauses([existing, matched])),
    ...countClauses([faulty, `couldn’t be ${runVerb(run)}`], [skipped, 'was left out', 'were left out']),
  ]
  return `${parts.join('; ')}.`
}

function doneText(run: Run): string {
  const { created, existing, faulty, skipped } = run.counts
  const all = countCreatable(run)
  const verb = runVerb(run)
  if (all === 0) return `No link was ${verb}`
  if (created < all)
    return `${formatNumber(created)} of ${formatCount(all, 'link')} ${created === 1 ? 'was' : 'were'} ${verb}`
  // "All" would contradict the exceptions named in the rest of the sentence.
  if (existing + faulty + skipped > 0) return formatCount(all, `link was ${verb}`, `links were ${verb}`)
  return all === 1 ? `The link was ${verb}` : `All ${formatCount(all, 'link')} were ${verb}`
}
