import { PasswordInput } from '@mantine/core'
import { KeyRound, ShieldAlert } from 'lucide-react'
import type { KeyPlace, KeyStoreState } from '../../contract/keyStore.ts'
import styles from './connect.module.css'

interface KeyFieldProps {
  keyStore: KeyStoreState
  /** Where the profile's key is now. */
  place: KeyPlace
  input: object
}

/** The project key, masked, with the truth about where it will be kept. */
export function KeyField({ keyStore, place, input }: KeyFieldProps) {
  return (
    <div>
      <PasswordInput
        label="Project key"
        placeholder={place === 'none' ? 'Paste the key' : 'Unchanged'}
        description={place === 'none' ? undefined : 'There is a key. Leave this empty to keep it.'}
        autoComplete="off"
        spellCheck={false}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the key' }}
        {...input}
      />
      <KeyStoreLine keyStore={keyStore} />
    </div>
  )
}

const reasons: Record<NonNullable<KeyStoreState['reason']>, string> = {
  no_library: 'the system library for it (libsecret) is not installed',
  no_bus: 'there is no session bus (D-Bus) to reach it',
  no_provider: 'no key store program is running',
  no_collection: 'it has no default keyring yet',
  locked: 'it is locked',
  denied: 'the system denied access to it',
  timed_out: 'it did not answer',
  failed: 'it reported an error',
}

function KeyStoreLine({ keyStore: { kind, name, reason } }: { keyStore: KeyStoreState }) {
  if (kind === 'keychain') {
    return (
      <p className={styles['keyLine']}>
        <KeyRound size={14} aria-hidden /> Kept in {name}, never in a file.
      </p>
    )
  }
  return (
    <p className={styles['keyLine']} data-tone="warn">
      <ShieldAlert size={14} aria-hidden />
      <span>
        Kept only until you close the app: this computer’s key store cannot be used
        {reason ? `, since ${reasons[reason]}` : ''}.
      </span>
    </p>
  )
}
