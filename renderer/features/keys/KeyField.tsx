import { Checkbox, PasswordInput } from '@mantine/core'
import type { KeyStoreState } from '../../../contract/keyStore.ts'
import { KeyStoreLine } from './KeyStoreLine.tsx'
import styles from './keys.module.css'

interface KeyFieldProps {
  keyStore: KeyStoreState
  label?: string
  /** Value, change and fault of the field. */
  input: object
  /** The same for "forget it when I close the app", which is a choice only where there is a key store. */
  forget: object
}

/** A project key to be entered, masked, with the truth about where it will be kept. */
export function KeyField({ keyStore, label = 'Project key', input, forget }: KeyFieldProps) {
  return (
    <div className={styles['field']}>
      <PasswordInput
        label={label}
        placeholder="Paste the key"
        autoComplete="off"
        spellCheck={false}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the key' }}
        {...input}
      />
      <KeyStoreLine keyStore={keyStore} />
      {keyStore.kind === 'keychain' && <Checkbox label="Forget it when I close the app" {...forget} />}
    </div>
  )
}
