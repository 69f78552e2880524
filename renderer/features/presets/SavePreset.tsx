import { Checkbox, Modal, SimpleGrid, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FormValues } from '../../link/form.ts'
import { sectionTitles } from '../../../contract/service/link/fields.ts'
import { DialogForm } from '../../ui/forms/DialogForm.tsx'
import { useCallMutation } from '../../api/useCall.ts'
import { filledSections, createPreset, sectionNames } from './preset.ts'

/** Saves the form, or parts of it, as a preset. Sections with input are preselected. */
export function SavePreset({ form, close }: { form: FormValues; close: () => void }) {
  const [name, setName] = useState(form.campaign || form.title)
  const [parts, setParts] = useState<string[]>(() => filledSections(form))
  const save = useCallMutation('presets.save')
  const problem = save.error?.problem
  const submit = () => {
    const chosen = sectionNames.filter((section) => parts.includes(section))
    const input = { id: crypto.randomUUID(), name, form: { ...createPreset(form, chosen) } }
    save.mutate(input, { onSuccess: close })
  }
  return (
    <Modal opened onClose={close} title="Save as preset">
      <DialogForm
        submit={submit}
        cancel={close}
        label="Save preset"
        isPending={save.isPending}
        disabled={parts.length === 0}
        problem={problem?.fields ? null : problem}
      >
        <TextInput
          label="Name"
          data-autofocus
          value={name}
          error={problem?.fields?.['name']}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox.Group label="What to save" value={parts} onChange={setParts}>
          <SimpleGrid minColWidth={150} autoFlow="auto-fit" spacing={10} pt={6}>
            {sectionNames.map((section) => (
              <Checkbox key={section} value={section} label={sectionTitles[section]} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
      </DialogForm>
    </Modal>
  )
}
