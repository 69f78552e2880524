import { entry, type ProblemText } from './entry.ts'

/** Problems of the app itself and of its data. */
export const appProblems = {
  invalid_input: entry(
    'Some fields have errors',
    'Something you entered isn’t valid.',
    'Correct the highlighted fields and try again.',
  ),
  scheme_unconfirmed: entry(
    'Nothing was sent, because a destination isn’t confirmed',
    'It opens an app or program by a kind of address that was never confirmed for this profile.',
    'Check where the link leads. If it’s right, try again and confirm it.',
  ),
  managed: entry(
    'This is managed by your organization',
    'A policy on this computer enforces it, so it can’t be changed here.',
    'Ask your administrator to change it.',
  ),
  unknown_call: entry(
    'The app and this window are different versions',
    'The window asked for something that this version of the app doesn’t support.',
    'Restart Linkwright.',
  ),
  host_unreachable: entry(
    'The app isn’t responding',
    'This window is open, but the app behind it has stopped.',
    'Start Linkwright again. Your drafts are kept in this window until then.',
  ),
  part_not_loaded: entry(
    'This part of the window couldn’t be loaded',
    'Linkwright was stopped or updated while this window was open.',
    'Try again. The window is reloaded, and your drafts are kept.',
  ),
  licences_missing: entry(
    'The list of licences couldn’t be read',
    'It comes with Linkwright, but it isn’t where it should be.',
    'Install Linkwright again.',
  ),
  not_allowed: entry(
    'This window isn’t allowed to use the app',
    'The address it was opened with was already used, is too old, or belongs to an earlier start of the app.',
    'Open the address that the app printed, or start the app again: it opens this window.',
  ),
  address_incomplete: entry(
    'This address lacks its second half',
    'The app only answers a window that was opened with its whole address, up to the end of “#token=…”.',
    'Paste the whole address, which the app printed where it was started. Or start the app again: it opens this window.',
  ),
  bug: entry(
    'Something went wrong inside Linkwright',
    'This is a bug in Linkwright. You did nothing wrong.',
    'Try again. If it happens again, report it with the details below.',
  ),
  rules_newer: entry(
    'The rules of this profile can’t be read',
    'A newer version of Linkwright saved them. Nothing was changed.',
    'Update Linkwright to share these rules.',
  ),
  storage_failed: entry(
    'Linkwright can’t write to its data folder',
    'The disk may be full, or the folder may be read-only.',
    'Free up some space or check the folder’s permissions, then try again.',
  ),
  storage_damaged: entry(
    'A file in the data folder is damaged',
    'Part of it can no longer be read, perhaps because of a disk error.',
    'Restart Linkwright. It sets the damaged file aside and continues with what can be read.',
  ),
  entry_damaged: entry(
    'This library entry is damaged',
    'Part of it can no longer be read. You can see the rest, and the link itself isn’t affected.',
    'Look the link up under Find to see what the service has stored.',
  ),
  backup_not_usable: entry(
    'This backup can’t be restored',
    'It’s no longer in the data folder, it’s damaged, or it’s from a newer version of Linkwright.',
    'Restart Linkwright. It offers the latest backup that can be read. Update Linkwright to restore a newer one.',
  ),
  input_too_large: entry(
    'This is too much data',
    'It has more values, or deeper nesting, than Linkwright accepts.',
    'Remove some of it, then try again.',
  ),
  file_not_profiles: entry(
    'This file contains no profiles',
    'It wasn’t exported by Linkwright, or it’s damaged.',
    'Choose a file that was exported under Profiles.',
  ),
  not_in_activity: entry(
    'This request is no longer kept',
    'Only the last 500 requests are kept, until Linkwright quits.',
    'Go back to the list.',
  ),
  profile_not_found: entry(
    'This profile no longer exists',
    'It was removed, perhaps in another window.',
    'Choose another profile.',
  ),
  link_not_in_library: entry(
    'This link isn’t in the library',
    'It was removed, perhaps in another window.',
    'Go back to the list.',
  ),
  library_interrupted: entry(
    'The library was interrupted',
    'The part of Linkwright that stores your links stopped unexpectedly. It restarts automatically.',
    'Try again. If it happens again, restart Linkwright.',
  ),
  library_replaced: entry(
    'The file of your library was moved or replaced',
    'It was moved, replaced or removed while Linkwright was running. Anything saved now would be lost.',
    'Put the original files back to continue. If you can’t, restart Linkwright and restore a backup.',
  ),
  library_newer: entry(
    'The library is from a newer version',
    'This version can show your links, but can’t add any without risking damage.',
    'Install the latest version of Linkwright.',
  ),
} as const satisfies Record<string, ProblemText>
