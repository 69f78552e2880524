import { Button, Flex, Stack } from '@mantine/core'
import { useContext } from 'react'
import { linkFields, pick, type SectionName } from '../../../contract/service/link/fields.ts'
import { FormChecksContext } from '../../link/FormChecks.tsx'
import { useFormStore, useFormValues } from '../../link/FormContext.tsx'
import { toUncleanedRequest } from '../../link/form.ts'
import { differingFields, formFieldsByField } from '../../link/formFieldsByField.ts'
import { valueText } from '../../link/valueText.ts'
import { shorten } from '../../ui/shorten.ts'

/** Marks fields that differ from the link that is edited or promoted, each with its value there and a way back. */
export function SectionMarks({ section }: { section: SectionName }) {
  const { original } = useContext(FormChecksContext)
  const values = useFormValues()
  const store = useFormStore()
  if (!original) return null
  const names = differingFields(original, values).filter((name) => linkFields[name].section === section)
  if (names.length === 0) return null
  return (
    <Stack component="ul" gap="xs" aria-label="Changed here">
      {names.map((name) => (
        <Flex
          key={name}
          component="li"
          gap="8px 12px"
          align="baseline"
          justify="space-between"
          pl={10}
          fz="sm"
          style={{ overflowWrap: 'anywhere', borderLeft: '3px solid var(--accent-text)' }}
        >
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
        </Flex>
      ))}
    </Stack>
  )
}
