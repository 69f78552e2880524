import { TextInput, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { ColorField } from './ColorField.tsx'
import type { ServiceValues } from './serviceForm.ts'
import styles from './connect.module.css'

type Form = UseFormReturnType<ServiceValues>

/** By what a profile is told apart: its name and its colour. The first one has nothing to be told apart from. */
export function LooksFields({ form, brief }: { form: Form; brief: boolean }) {
  return (
    <div className={styles['looks']}>
      <TextInput label="Name" placeholder="Acme links" {...form.getInputProps('name')} />
      {!brief && (
        <ColorField value={form.getValues().color} onChange={(color) => form.setFieldValue('color', color)} />
      )}
    </div>
  )
}

export function Notes({ form }: { form: Form }) {
  return (
    <Textarea
      label="Notes"
      placeholder="Who to ask, what it is for"
      autosize
      minRows={1}
      maxRows={6}
      {...form.getInputProps('notes')}
    />
  )
}
