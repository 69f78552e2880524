import { SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { linkFields } from '../../../contract/service/link/fields.ts'
import { useFieldError } from '../../link/FormChecks.tsx'
import type { ThreeState } from '../../link/form.ts'
import { useField } from '../../link/FormContext.tsx'
import { useSession } from '../../session/Session.tsx'
import { FieldWarning } from '../../ui/FieldWarning.tsx'
import { FieldColumns } from './FieldColumns.tsx'
import { MeteredField } from './MeteredField.tsx'
import styles from './linkForm.module.css'

/** Edits what the preview card has besides the title, and whether there is a preview page. */
export function CardFields() {
  return (
    <FieldColumns>
      <MeteredField name="subtitle" />
      <ImageField />
      <PreviewField name="previewIos" label="iPhone and iPad" />
      <PreviewField name="previewAndroid" label="Android" />
    </FieldColumns>
  )
}

/** Edits the address of the preview's image. If the service has no images, shown only for one from another service. */
function ImageField() {
  const { hasImages } = useSession().current.profile
  const [value, set] = useField('image')
  const { error, leave } = useFieldError('image', true)
  if (!hasImages && value === '') return null
  return (
    <TextInput
      data-field="image"
      pos="relative"
      type="url"
      label={linkFields.image.label}
      placeholder="https://www.example.com/sale.jpg"
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
      onBlur={leave}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={
        hasImages ? (
          '1200 × 630 pixels fit most cards'
        ) : (
          <FieldWarning text="This service doesn’t let links choose an image, so it isn’t sent." />
        )
      }
      {...(hasImages && { descriptionProps: { className: styles['meter'] } })}
      error={error}
    />
  )
}

const choices: { value: ThreeState; label: string }[] = [
  { value: 'default', label: 'Service default' },
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
]

/** Offers three states, because the service decides what an omitted field means. */
function PreviewField({ name, label }: { name: 'previewIos' | 'previewAndroid'; label: string }) {
  const [state, setState] = useField(name)
  return (
    <Stack gap={4} align="flex-start">
      <Text span fz="sm" fw={550}>
        Preview page on {label}
      </Text>
      <SegmentedControl
        aria-label={`Preview page, ${label}`}
        data={choices}
        value={state}
        onChange={setState}
      />
    </Stack>
  )
}
