import { Pill, type ComboboxRenderPillInput } from '@mantine/core'
import { shorten } from './shorten.ts'

/** Maximum characters of a tag that are drawn: more than fit. */
const maxShownLength = 120

/** Draws a chosen tag, which can be longer than Linkwright allows if another service has it. */
export function renderTag({ value = '', onRemove, disabled = false, reorderProps }: ComboboxRenderPillInput) {
  return (
    <Pill
      withRemoveButton={!disabled}
      disabled={disabled}
      title={value}
      {...(onRemove && { onRemove })}
      {...reorderProps}
    >
      {shorten(value, maxShownLength)}
    </Pill>
  )
}
