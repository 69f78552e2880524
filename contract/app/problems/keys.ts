import { entry, type ProblemText } from './entry.ts'

/** Problems with keys and with the service on this computer. */
export const keyProblems = {
  embedded_not_started: entry(
    'The service on this computer didn’t start',
    'Its database or port couldn’t be opened. Links made on this computer don’t open until it runs.',
    'Try again. If that doesn’t help, restart Linkwright.',
  ),
  embedded_stopped: entry(
    'The service on this computer has stopped',
    'A bug stopped it twice within a minute. Links made on this computer don’t open until it runs.',
    'Try again. If that doesn’t help, restart Linkwright.',
  ),
  embedded_port_taken: entry(
    'The port of the service on this computer is taken',
    'Another program is using it, perhaps a second Linkwright or a development server. Links made on this computer don’t open until it is free.',
    'Close that program and try again, or use another port: links made before then won’t open.',
  ),
  invitation_unreadable: entry(
    'This isn’t an invitation',
    'An invitation is a link that begins with linkwright://enroll, or the file that came with it.',
    'Copy the whole link or choose the file again. A project key goes into a profile.',
  ),
  invitation_not_valid: entry(
    'This invitation can’t be used',
    'It was already used, has expired or was revoked, or the service doesn’t recognize it.',
    'Ask whoever invited you for a new one. If Linkwright didn’t close while you used it, tell them: someone else may have used it.',
  ),
  key_missing: entry(
    'This profile has no project key',
    'The service requires one for every request.',
    'Enter the key.',
  ),
  key_for_other_host: entry(
    'The key was entered for another host',
    'It isn’t sent to a new address unless you agree, because it may be another service.',
    'Enter the key for the new address, or confirm that it uses the same key. Nothing was changed.',
  ),
  key_in_profile: entry(
    'The profile contains the project key',
    'The key is in its name, address, link domains, environment values or notes. These are shown, saved unencrypted and exported.',
    'Remove the key, then save again. Nothing was changed.',
  ),
  key_unreadable: entry(
    'The project key couldn’t be read',
    'It is missing from the key store, or the key store is locked.',
    'Unlock the key store, or enter the key again under Profiles.',
  ),
  key_store_failed: entry(
    'The key store couldn’t save the key',
    'The system denied access or didn’t respond.',
    'Unlock it and try again, or keep the key only until you close the app.',
  ),
  key_store_timeout: entry(
    'The key store didn’t respond',
    'The system may be asking for a password in another window.',
    'Answer it, then try again.',
  ),
  key_store_locked: entry(
    'The key store is locked',
    'Its keys can’t be read until its password has been entered.',
    'Unlock it, by signing in again or in its own program, then try again.',
  ),
  key_store_bus_hangs: entry(
    'Your desktop session isn’t responding',
    'Linkwright needs it to reach the key store, and tries again after a minute.',
    'Sign out and in again, then choose “Check again” under Settings, Key storage. Until then, you can enter the key again. It’s kept until you close the app.',
  ),
  key_store_denied: entry(
    'Access to the key store was denied',
    'The prompt was cancelled, or the system doesn’t allow Linkwright to use it.',
    'Try again and allow access, or keep the key only until you close the app.',
  ),
} as const satisfies Record<string, ProblemText>
