import { SegmentedControl, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { linkFields } from '../../../contract/service/link/fields.ts'
import { useFieldError } from '../../link/FormChecks.tsx'
import type { ThreeState } from '../../link/form.ts'
import { useField } from '../../link/FormContext.tsx'
import { useSession } from '../../session/Session.tsx'
import { FieldWarning } from '../../ui/FieldWarning.tsx'

/** Edits the address of the preview's image. If the service has no images, shown only for one from another service. */
export function ImageField() {
  const { hasImages } = useSession().current.profile
  const [value, set] = useField('image')
  const { error, leave } = useFieldError('image', true)
  if (!hasImages && value === '') return null
  return (
    <TextInput
      data-field="image"
      type="url"
      label={linkFields.image.label}
      placeholder="https://www.example.com/sale.jpg"
      value={value}
      spellCheck={false}
      onChange={(event) => set(event.currentTarget.value)}
      onBlur={leave}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={
        hasImages ? (
          'The address of an image for cards in chats and feeds. 1200 × 630 pixels fit most of them.'
        ) : (
          <FieldWarning text="This service doesn’t let links choose an image, so it isn’t sent." />
        )
      }
      error={error}
    />
  )
}

const choices: { value: ThreeState; label: string }[] = [
  { value: 'default', label: 'Service default' },
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
]

/** Offers three states per platform, because the service decides what an omitted field means. */
export function PreviewFields() {
  return (
    <SimpleGrid minColWidth={250} autoFlow="auto-fit" spacing={24} verticalSpacing={14}>
      <PreviewField name="previewIos" label="iPhone and iPad" />
      <PreviewField name="previewAndroid" label="Android" />
    </SimpleGrid>
  )
}

function PreviewField({ name, label }: { name: 'previewIos' | 'previewAndroid'; label: string }) {
  const [state, setState] = useField(name)
  return (
    <Stack gap={6} align="flex-start">
      <Text span fz="sm" fw={550}>
        {label}
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
