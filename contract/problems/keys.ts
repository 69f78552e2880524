import { entry } from './entry.ts'
import type { ProblemText } from './entry.ts'

/** Problems with keys and with the service on this computer. */
export const keyProblems = {
  embedded_not_started: entry(
    'The service on this computer did not start',
    'Its database or its port could not be opened. Links made on this computer don’t open until it runs.',
    'Try again. If that doesn’t help, restart Linkwright.',
  ),
  embedded_stopped: entry(
    'The service on this computer has stopped',
    'A bug has ended it twice within a minute. Links made on this computer don’t open until it runs.',
    'Try again. If that doesn’t help, restart Linkwright.',
  ),
  embedded_port_taken: entry(
    'The port of the service on this computer is taken',
    'Another program is using it, perhaps a second Linkwright or a development server. Links made on this computer don’t open until it is free.',
    'Close that program and try again, or use another port: links made before then won’t open.',
  ),
  key_missing: entry(
    'There is no project key for this profile',
    'The service needs one with every request.',
    'Enter the key.',
  ),
  key_in_profile: entry(
    'The profile has the project key in its texts',
    'Its name, address, link domains, environment values or notes have the key in them. These are shown, saved readable and exported.',
    'Take the key out of them, then save again. Nothing was changed.',
  ),
  key_unreadable: entry(
    'The project key could not be read',
    'It is missing from the key store, or the key store is locked.',
    'Unlock the key store, or enter the key again under Profiles.',
  ),
  key_store_failed: entry(
    'The key store couldn’t save the key',
    'The system refused, or did not answer.',
    'Unlock it and try again, or keep the key only until you close the app.',
  ),
  key_store_timeout: entry(
    'The key store did not answer',
    'The system may be asking for a password in another window.',
    'Answer it, then try again.',
  ),
  key_store_locked: entry(
    'The key store is locked',
    'Its keys can’t be read until its password has been entered.',
    'Unlock it, by signing in again or in its own program, then try again.',
  ),
  key_store_bus_hangs: entry(
    'The session bus does not answer',
    'Linkwright reaches the key store through it (D-Bus), and it hangs. It is asked again after a minute.',
    'Sign out and in again, then choose “Check again” under Settings, Key storage. Until then you can enter the key again, and it is kept until you close the app.',
  ),
  key_store_denied: entry(
    'Access to the key store was refused',
    'The prompt was cancelled, or the system doesn’t allow Linkwright to use it.',
    'Try again and allow access, or keep the key only until you close the app.',
  ),
} as const satisfies Record<string, ProblemText>
