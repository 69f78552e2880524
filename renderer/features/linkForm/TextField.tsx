import { TextInput } from '@mantine/core'
import type { TextInputProps } from '@mantine/core'
import type { FieldOf, TrackingName } from '../../../contract/link/fields.ts'
import { FieldWarning } from '../../ui/FieldWarning.tsx'
import { useFieldError } from '../../link/FormChecks.tsx'
import { useField } from '../../link/FormContext.tsx'
import type { FormValues } from '../../link/form.ts'

type TextName = FieldOf<'text'> | TrackingName | 'iosUrl' | 'androidUrl' | 'desktopUrl'

interface TextFieldProps extends Omit<TextInputProps, 'name' | 'error'> {
  name: TextName & keyof FormValues
  /** The field's path in the request, which identifies its errors. */
  path: string
  /** Whether errors wait until blur, because an incomplete address is always invalid. */
  patient?: boolean
}

/** Edits a line of text, and shows its errors. */
export function TextField({ name, path, patient = false, description, onBlur, ...input }: TextFieldProps) {
  const [value, set] = useField(name)
  const { error, warning, left: isLeft, leave } = useFieldError(path, patient)
  return (
    <TextInput
      data-field={name}
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
      onBlur={(event) => {
        leave()
        // The request has no spaces at either end, so the field drops them too.
        if (value !== value.trim()) set(value.trim())
        onBlur?.(event)
      }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={
        warning && isLeft ? <FieldWarning text={`This service may reject it: ${warning}`} /> : description
      }
      error={error}
      {...input}
    />
  )
}
