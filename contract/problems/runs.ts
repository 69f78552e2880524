import { entry } from './entry.ts'
import type { ProblemText } from './entry.ts'

/** Problems of runs when they are to be sent. */
export const runProblems = {
  run_not_now: entry(
    'That cannot be done with this run now',
    'The run has moved on, perhaps in another window.',
    'Look at the run as it is now, then try again.',
  ),
  run_count: entry(
    'The number of links is another one now',
    'Rows of this run were changed after you looked, so nothing was sent.',
    'Look at the rows once more, then start the run.',
  ),
  run_restored: entry(
    'This run comes from a backup',
    'Some of its links may have been made after that backup, and to go on could make them a second time.',
    'Look in Links for what is there, leave out what was made, then go on.',
  ),
} as const satisfies Record<string, ProblemText>
