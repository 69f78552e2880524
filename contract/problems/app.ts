import { entry } from './entry.ts'
import type { ProblemText } from './entry.ts'

/** Problems of the app itself and of its data. */
export const appProblems = {
  invalid_input: entry(
    'Some fields need attention',
    'What was entered cannot be used as it is.',
    'Correct the marked fields and try again.',
  ),
  unknown_call: entry(
    'The app and its window do not fit together',
    'The window asked for something this version does not know.',
    'Restart the app.',
  ),
  host_unreachable: entry(
    'The app has stopped answering',
    'Its window is open, but the program behind it is gone.',
    'Start Linkwright again. Nothing that was saved is lost.',
  ),
  part_not_loaded: entry(
    'This screen could not be loaded',
    'Linkwright was stopped or updated while this window was open.',
    'Try again. The window is reloaded, and your drafts are kept.',
  ),
  not_allowed: entry(
    'This window may not talk to the app',
    'Its address lacks the token that the app handed out at the start.',
    'Open the address that the app printed when it started.',
  ),
  bug: entry(
    'Something went wrong inside Linkwright',
    'This is a fault of the program, not of what you did.',
    'Try again. If it stays, report it with the details below.',
  ),
  storage_failed: entry(
    'The data folder cannot be written',
    'The disk may be full, or the folder may be read-only.',
    'Free some space or check the folder, then try again.',
  ),
  file_not_profiles: entry(
    'This is not a file of profiles',
    'It was not made by Linkwright, or it is damaged.',
    'Choose a file that was exported under Profiles.',
  ),
  not_in_activity: entry(
    'This request is no longer in the activity',
    'Old entries are removed after the time that is set, or by hand.',
    'Go back to the list.',
  ),
  profile_not_found: entry(
    'This profile no longer exists',
    'It was removed, perhaps in another window.',
    'Choose another profile.',
  ),
  link_not_in_library: entry(
    'This link is not in the library',
    'Its entry was removed, perhaps in another window.',
    'Go back to the list.',
  ),
  library_newer: entry(
    'The library is from a newer version',
    'This version can show its links but not add to it without damage.',
    'Install the latest version of Linkwright.',
  ),
} as const satisfies Record<string, ProblemText>
