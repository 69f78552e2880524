import type { KeyStoreState } from '../../contract/keyStore.ts'

interface KeyStoreTexts {
  protection: string
  removal: string
}

const byName: Record<string, KeyStoreTexts> = {
  'macOS Keychain': {
    protection:
      'Encrypted by macOS with your login password. Other programs must ask you before they can read an entry.',
    removal: 'Open Keychain Access, search for "Linkwright" and delete the entries.',
  },
  'Windows Credential Manager': {
    protection:
      'Encrypted by Windows for your account. Other programs that run under your account could read it.',
    removal:
      'Open Credential Manager, choose Windows Credentials and remove the entries that begin with "Linkwright".',
  },
  'GNOME Keyring': {
    protection:
      'Encrypted with the password of your keyring. While it is unlocked, other programs of yours could read it.',
    removal: 'Open Passwords and Keys (Seahorse), search for "Linkwright" and delete the entries.',
  },
  KWallet: {
    protection:
      'Encrypted with the password of your wallet. While it is open, other programs of yours could read it.',
    removal: 'Open KWalletManager, search for "Linkwright" and delete the entries.',
  },
  KeePassXC: {
    protection: 'Encrypted in your KeePassXC database, which asks you as you have set it to.',
    removal: 'Open KeePassXC, search for "Linkwright" and delete the entries.',
  },
}

const otherService: KeyStoreTexts = {
  protection:
    'Encrypted by the Secret Service of your session. While it is unlocked, other programs of yours could read it.',
  removal:
    'Open the program that manages the passwords of your session and delete the entries named "Linkwright".',
}

const memory: KeyStoreTexts = {
  protection: 'Only in the memory of this app, never on the disk. It is gone when you close the app.',
  removal: 'Close the app, or remove the key here.',
}

/** How strong a key store is and how a person cleans it up, in plain words. */
export function textsOf({ kind, name }: KeyStoreState): KeyStoreTexts {
  return kind === 'memory' ? memory : (byName[name] ?? otherService)
}
