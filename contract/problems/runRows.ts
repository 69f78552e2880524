import { entry } from './entry.ts'
import type { ProblemText } from './entry.ts'

/** Problems with the rows of a run before they are sent. */
export const runRowProblems = {
  run_not_found: entry(
    'This run no longer exists',
    'It was removed, perhaps in another window.',
    'Go back to the list of runs.',
  ),
  run_begun: entry(
    'This run has already started',
    'You can change its rows only before anything is sent.',
    'Repeat the run as a new one to create links from changed rows.',
  ),
  run_unchecked: entry(
    'Some rows of this run weren’t checked',
    'The check was cancelled, or Linkwright was closed during it.',
    'Check the rows again, then start the run.',
  ),
} as const satisfies Record<string, ProblemText>
