import { entry, type ProblemText } from './entry.ts'

/** Problems with runs and their rows, before and while they are sent. */
export const runProblems = {
  run_not_found: entry(
    'This run no longer exists',
    'It was removed, perhaps in another window.',
    'Go back to the list of runs.',
  ),
  run_too_long: entry(
    'These are too many links for one run',
    'A run can have up to 50,000 links.',
    'Split them with a filter, such as by date or campaign, and create a run for each part.',
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
  run_not_now: entry(
    'This isn’t possible in the run’s current state',
    'The run has changed, perhaps in another window.',
    'Check the run’s current state, then try again.',
  ),
  run_count: entry(
    'The number of links has changed',
    'Rows were changed, or some of their links were created elsewhere, after you reviewed them. Nothing was sent.',
    'Review the rows again, then start the run.',
  ),
  run_pending: entry(
    'Earlier requests of this run are still pending',
    'When they end, more rows may become ready. Nothing else was sent.',
    'Wait until no row is pending, review the rows again, then start the run.',
  ),
  run_restored: entry(
    'This run comes from a backup',
    'Some of its links may have been created after that backup, so continuing could create them twice.',
    'Check Links for existing ones, skip their rows, then continue.',
  ),
  run_link_repeated: entry(
    'The service returned another link’s address',
    'For this row, it returned the link of another row or of another link in your library. The row is marked Not certain, because it isn’t certain what was created.',
    'Check the base URL and the key under Profiles, and ask whoever runs the service. Then continue or cancel the run.',
  ),
  run_unconfirmed: entry(
    'Three consecutive rows ended without a usable link',
    'The service responded without a usable link. These rows are marked Not certain, because the service may have stored them.',
    'Read the service’s responses under Not certain, and check the base URL under Profiles. Then continue or cancel the run.',
  ),
  run_other_domain: entry(
    'The service returned a link on a new domain',
    'Until now, links of this profile had other domains. The link is saved as the service returned it.',
    'Open the newest link of this run and check where it leads. If you continue, Linkwright accepts its domain.',
  ),
} as const satisfies Record<string, ProblemText>
