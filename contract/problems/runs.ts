import { entry } from './entry.ts'
import type { ProblemText } from './entry.ts'

/** Problems with runs while they are sent. */
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
  run_link_repeated: entry(
    'The service gave a link that already belongs to another one',
    'Its answer to this row was the link of another row, or of another link in your library. The row is marked Unknown, because it isn’t certain what the service made.',
    'Check the base URL and the key under Profiles, and ask whoever runs the service. Then go on, or cancel the run.',
  ),
  run_unconfirmed: entry(
    'Three rows in a row ended without a usable link',
    'The service answered, but no answer had a link that can be used. These rows are marked Unknown: the service may have stored them.',
    'Look at what the service said in the rows under Unknown, and check the base URL under Profiles. Then go on, or cancel the run.',
  ),
  run_other_domain: entry(
    'The service gave a link of another domain',
    'The links of this profile had other domains until now. The link is kept as the service gave it.',
    'Open the newest link of this run and see whether it leads where it should. If you go on, its domain counts as known.',
  ),
} as const satisfies Record<string, ProblemText>
