import type { KeyStoreState } from '../../contract/app/profile/keyStore.ts'

interface KeyStoreTexts {
  protection: string
  removal: string
}

const byName: Record<string, KeyStoreTexts> = {
  'macOS Keychain': {
    protection:
      'Encrypted by macOS with your login password. Other programs have to ask you before they can read a key.',
    removal: 'Open Keychain Access, search for "Linkwright" and delete the entries.',
  },
  'Windows Credential Manager': {
    protection: 'Encrypted by Windows for your account. Other programs you run could read it.',
    removal:
      'Open Credential Manager, choose Windows Credentials and remove the entries that begin with "Linkwright".',
  },
  'GNOME Keyring': {
    protection:
      'Encrypted with the password of your keyring. While it is unlocked, other programs you run could read it.',
    removal: 'Open Passwords and Keys (Seahorse), search for "Linkwright" and delete the entries.',
  },
  KWallet: {
    protection:
      'Encrypted with the password of your wallet. While it is open, other programs you run could read it.',
    removal: 'Open KWalletManager, search for "Linkwright" and delete the entries.',
  },
  KeePassXC: {
    protection:
      'Encrypted in your KeePassXC database. KeePassXC asks before giving access if you configured it to.',
    removal: 'Open KeePassXC, search for "Linkwright" and delete the entries.',
  },
}

const genericTexts: KeyStoreTexts = {
  protection:
    'Encrypted by your session’s Secret Service. While it is unlocked, other programs you run could read it.',
  removal:
    'Open the program that manages your session’s passwords and delete the entries named "Linkwright".',
}

const memoryTexts: KeyStoreTexts = {
  protection:
    'Keys stay in this app’s memory and are never written to disk. They are gone when you close the app.',
  removal: 'Close the app, or remove the key in its profile.',
}

/** Returns how well a key store protects keys and how to remove them, as text for the window. */
export function keyStoreTexts({ kind, name }: KeyStoreState): KeyStoreTexts {
  return kind === 'memory' ? memoryTexts : (byName[name] ?? genericTexts)
}
