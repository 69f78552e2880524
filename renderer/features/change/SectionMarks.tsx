import { Button } from '@mantine/core'
import { createContext, useContext } from 'react'
import { fieldNames, linkFields, pick } from '../../../contract/service/link/fields.ts'
import type { FieldName, SectionName } from '../../../contract/service/link/fields.ts'
import { useFormStore, useFormValues } from '../../link/FormContext.tsx'
import { toUncleanedRequest, type FormValues } from '../../link/form.ts'
import { formFieldsByField } from '../../link/formFieldsByField.ts'
import { shorten } from '../../ui/shorten.ts'
import { valueText } from './patches.ts'
import styles from './change.module.css'

/** The form of the link's current version. */
export const OriginalContext = createContext<FormValues | null>(null)

/** Marks form fields that differ from the stored link, each with its stored value and a button to restore it. */
export function SectionMarks({ section }: { section: SectionName }) {
  const original = useContext(OriginalContext)
  const values = useFormValues()
  const store = useFormStore()
  if (!original) return null
  const names = fieldNames.filter(
    (name) => linkFields[name].section === section && formDiffers(name, original, values),
  )
  if (names.length === 0) return null
  return (
    <ul className={styles['marks']} aria-label="Changed here">
      {names.map((name) => (
        <li key={name}>
          <span>
            <strong>{linkFields[name].label}</strong> changed. It was{' '}
            {shorten(valueText(name, toUncleanedRequest(original)[name]) || 'empty', 120)}.
          </span>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`Restore ${linkFields[name].label}`}
            onClick={() => store.set(pick(original, formFieldsByField[name]))}
          >
            Restore
          </Button>
        </li>
      ))}
    </ul>
  )
}

function formDiffers(name: FieldName, original: FormValues, values: FormValues): boolean {
  return formFieldsByField[name].some(
    (field) => JSON.stringify(original[field]) !== JSON.stringify(values[field]),
  )
}
