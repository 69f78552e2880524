import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ServiceValues } from './serviceForm.ts'

const address = { inputMode: 'url', autoComplete: 'off', spellCheck: false } as const

/** Where the service is, and where its links are. */
export function AddressFields({ form }: { form: UseFormReturnType<ServiceValues> }) {
  return (
    <>
      <TextInput
        label="Base URL"
        placeholder="https://links.example.com/api/v1/sdk"
        {...address}
        {...form.getInputProps('baseUrl')}
      />
      <TextInput
        label="Link hosts"
        description="The hosts that links of this service have, separated by commas. A pasted link finds its profile by them."
        placeholder="go.example.com"
        {...address}
        {...form.getInputProps('linkHost')}
      />
    </>
  )
}
