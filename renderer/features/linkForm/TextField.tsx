import { TextInput, type TextInputProps } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FieldOf } from '../../../contract/service/link/fields.ts'
import { valueWarning } from '../../../contract/app/values/valueWarnings.ts'
import { FieldWarning } from '../../ui/FieldWarning.tsx'
import { useFieldError } from '../../link/FormChecks.tsx'
import { useField } from '../../link/FormContext.tsx'
import { useCleaning } from '../../link/useCleaning.ts'
import styles from './linkForm.module.css'

interface TextFieldProps extends Omit<TextInputProps, 'name' | 'error'> {
  name: FieldOf<'text'>
  /** What is shown beside the label. */
  meter?: ReactNode
}

/** Edits a line of text, and shows its errors and warnings. */
export function TextField({ name, meter, onBlur, ...inputProps }: TextFieldProps) {
  const [value, set] = useField(name)
  const { error, warning, left: isLeft, leave } = useFieldError(name, false)
  const cleaning = useCleaning(name, value, set)
  const doubt = cleaning.isTyping ? null : valueWarning(name, value)
  const message =
    warning && isLeft ? (
      <FieldWarning text={`This service may reject it: ${warning}`} />
    ) : doubt ? (
      <FieldWarning text={doubt.text} fix={doubt.fix} apply={set} />
    ) : (
      cleaning.note
    )
  return (
    <TextInput
      data-field={name}
      spellCheck
      pos="relative"
      value={value}
      onChange={(event) => cleaning.type(event.currentTarget.value)}
      onBlur={(event) => {
        leave()
        cleaning.leave()
        onBlur?.(event)
      }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={message ?? meter}
      {...(message === undefined && { descriptionProps: { className: styles['meter'] } })}
      error={error}
      {...inputProps}
    />
  )
}
