import { Checkbox, Group, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { ColorField } from './ColorField.tsx'
import type { ServiceValues } from './serviceValues.ts'
import styles from './connect.module.css'

type Form = UseFormReturnType<ServiceValues>

/** Shows the fields that distinguish profiles: name and colour. */
export function AppearanceFields({ form }: { form: Form }) {
  return (
    <Group className={styles['looks']} gap="12px 16px" align="flex-start">
      <NameField form={form} />
      <ColorField value={form.getValues().color} onChange={(color) => form.setFieldValue('color', color)} />
    </Group>
  )
}

export function NameField({ form }: { form: Form }) {
  return <TextInput label="Name" placeholder="Acme links" {...form.getInputProps('name')} />
}

export function NotesField({ form }: { form: Form }) {
  return (
    <Textarea
      label="Notes"
      placeholder="What it is for, who to ask"
      autosize
      minRows={1}
      maxRows={6}
      {...form.getInputProps('notes')}
    />
  )
}

/** If off, *Create* and the simulator hide everything about opening the app. */
export function HasAppField({ form }: { form: Form }) {
  return (
    <Checkbox
      label="This project has a mobile app"
      description="Turn off to hide “Open the app” when you create links."
      {...form.getInputProps('hasApp', { type: 'checkbox' })}
    />
  )
}
