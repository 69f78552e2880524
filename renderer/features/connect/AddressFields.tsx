import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ServiceValues } from './serviceValues.ts'

type Form = UseFormReturnType<ServiceValues>

const addressInputProps = { inputMode: 'url', autoComplete: 'off', spellCheck: false } as const

/** Shows the fields for the service's base URL and link domains. */
export function AddressFields({ form }: { form: Form }) {
  return (
    <>
      <BaseUrlField form={form} />
      <LinkHostsField form={form} />
    </>
  )
}

export function BaseUrlField({ form }: { form: Form }) {
  return (
    <TextInput
      label="Service address"
      placeholder="https://links.example.com/api/v1/sdk"
      {...addressInputProps}
      {...form.getInputProps('baseUrl')}
    />
  )
}

export function LinkHostsField({ form, brief = false }: { form: Form; brief?: boolean }) {
  return (
    <TextInput
      label="Link domains"
      description={
        brief
          ? undefined
          : 'The domains of this service’s links, separated by commas. Linkwright uses them to match pasted links to a profile.'
      }
      placeholder={brief ? 'go.example.com (optional)' : 'go.example.com'}
      {...addressInputProps}
      {...form.getInputProps('linkHost')}
    />
  )
}
