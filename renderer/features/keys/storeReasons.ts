import type { KeyStoreState } from '../../../contract/app/profile/keyStore.ts'

type Reason = NonNullable<KeyStoreState['reason']>

interface ReasonText {
  title: string
  advice: string
  /** What a technician needs, shown only in *Details*. */
  details?: string
}

/** Explanation of each state other than ready, and how to fix it. */
export const storeReasons: Record<Reason, ReasonText> = {
  turned_off: {
    title: 'It is turned off',
    advice: 'Ask whoever set up this computer.',
    details:
      'The environment variable LINKWRIGHT_KEY_STORE is “memory”, or your organization’s policy says so.',
  },
  no_library: {
    title: 'A part of the system is missing',
    advice: 'Install it, then check again.',
    details: 'The library libsecret: “libsecret-1-0” on Debian and Ubuntu, “libsecret” on Fedora and Arch.',
  },
  no_bus: {
    title: 'It can’t be reached from here',
    advice: 'Start Linkwright from your desktop.',
    details:
      'There is no session bus (D-Bus). Over SSH or in a container, start Linkwright with dbus-run-session.',
  },
  bus_hangs: {
    title: 'Your desktop session isn’t responding',
    advice: 'Sign out and in again, or restart the computer. Then check again.',
    details: 'The session bus (D-Bus) accepts connections but doesn’t answer.',
  },
  no_provider: {
    title: 'This computer has no key store',
    advice:
      'Install and start GNOME Keyring, KWallet or KeePassXC with its Secret Service turned on. Then check again.',
  },
  no_collection: {
    title: 'There is no keyring yet',
    advice:
      'Create a default keyring in Passwords and Keys, or sign in at the desktop once. Then check again.',
  },
  locked: {
    title: 'It is locked',
    advice:
      'Unlock it with its password, in its own program or by signing in again. Your system may ask for it as soon as a key is needed.',
  },
  denied: {
    title: 'The system refused access',
    advice:
      'A prompt was cancelled, or Linkwright isn’t allowed to use the key store. Try again, and allow access when the system asks.',
  },
  timed_out: {
    title: 'It did not answer',
    advice: 'A prompt may be open in another window. Answer it, then check again.',
  },
  failed: {
    title: 'It reported an error',
    advice: 'Check again. If that doesn’t help, restart the key store’s program or sign in again.',
  },
}
