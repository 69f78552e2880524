import { useState } from 'react'
import type { FieldName } from '../../contract/service/link/fields.ts'
import type { ParameterField } from '../../contract/service/link/parameters.ts'
import { cleanValue, describeCleaning } from '../../contract/app/values/cleanValue.ts'
import { afterPress } from '../ui/afterPress.ts'

/**
 * Cleans what was typed into a field when it is left, as the request is cleaned. Other values stay as they are, because
 * looking at a field must not change a link. Returns a note about what was left out, until the value changes.
 */
export function useCleaning(
  field: FieldName | ParameterField,
  value: string,
  set: (value: string) => void,
  clean = (text: string) => cleanValue(field, text),
) {
  const [typed, setTyped] = useState<string | null>(null)
  const [cleaned, setCleaned] = useState({ value: '', note: '' })
  // What a preset or a fix has replaced isn't being typed any more.
  const isTyping = typed === value
  return {
    isTyping,
    type: (text: string) => {
      setTyped(text)
      set(text)
    },
    leave: () => {
      // A warning that appears must not move the button that is being pressed.
      afterPress(() => setTyped((now) => (now === typed ? null : now)))
      if (!isTyping) return
      const next = clean(value)
      // Spaces at the ends are invisible before and after.
      const isVisible = cleanValue(field, value) !== value.trim()
      setCleaned({ value: next, note: (isVisible && describeCleaning(field, value)) || '' })
      if (next !== value) set(next)
    },
    note: cleaned.note !== '' && cleaned.value === value ? cleaned.note : undefined,
  }
}
