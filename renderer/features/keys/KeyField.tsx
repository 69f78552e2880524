import { Checkbox, PasswordInput, Stack } from '@mantine/core'
import type { KeyStoreState } from '../../../contract/app/profile/keyStore.ts'
import { KeyStoreLine } from './KeyStoreLine.tsx'

interface KeyFieldProps {
  keyStore: KeyStoreState
  label?: string
  input: object
  /** Value and change handler of "Forget it when I close the app". Offered only if there is a key store. */
  forget: object
}

/** Shows a masked key field, and says where the key will be stored. */
export function KeyField({ keyStore, label = 'Project key', input, forget }: KeyFieldProps) {
  return (
    <Stack gap="xs">
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
    </Stack>
  )
}
