import { entry } from './entry.ts'
import type { ProblemText } from './entry.ts'

/** Problems with the rows of a run before they are sent. */
export const runRowProblems = {
  run_not_found: entry(
    'This run is no longer there',
    'It was removed, perhaps in another window.',
    'Go back to the list of runs.',
  ),
  run_begun: entry(
    'This run has begun',
    'Its rows can be changed only before anything of it was sent.',
    'Repeat the run as a new one to make links from rows that were changed.',
  ),
  run_unchecked: entry(
    'Not every row of this run was checked',
    'The check was cancelled, or Linkwright was closed in the middle of it.',
    'Check the rows again, then start the run.',
  ),
} as const satisfies Record<string, ProblemText>
