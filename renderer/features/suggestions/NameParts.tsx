import { Autocomplete, Flex, Input } from '@mantine/core'
import { Fragment, useState } from 'react'
import type { FieldOf } from '../../../contract/service/link/fields.ts'
import type { ParameterField } from '../../../contract/service/link/parameters.ts'
import { partValue, type NameBuilder } from '../../../contract/service/rules/builtName.ts'
import type { RuleTextName } from '../../../contract/service/rules/ruleFields.ts'
import { cleanValue } from '../../../contract/app/values/cleanValue.ts'
import { useFieldError, useRules } from '../../link/FormChecks.tsx'
import { useTracking } from '../../link/FormContext.tsx'
import { QuietText } from '../../ui/variants.ts'

interface NamePartsProps {
  name: RuleTextName
  /** The request's field, or the parameter. */
  path: FieldOf<'tracking'> | ParameterField
  label: string
  builder: NameBuilder
  value: string
  set: (value: string) => void
  'data-autofocus'?: boolean | undefined
}

/** Edits a value that is built from parts, each with its own list: `2027` – `de` – `summer`. */
export function NameParts(props: NamePartsProps) {
  const { name, path, label, builder, value, set } = props
  const [parts, setParts] = useState<Record<string, string>>({})
  const [isFocused, setFocused] = useState(false)
  const [thisYear] = useState(() => String(new Date().getFullYear()))
  const { error, leave } = useFieldError(path, isFocused || value === '')
  const tracking = useTracking()
  const advice = useRules()?.field({ ...tracking, [name]: value }, name)
  const { shown, isIncomplete } = builder.write(parts) === value ? typed(parts) : readParts(builder, value)
  const change = (part: string, text: string) => {
    const isFirst = (isIncomplete || value === '') && part !== 'year' && text !== ''
    const next = { ...shown, ...(isFirst && { year: thisYear }), [part]: text }
    setParts(next)
    set(builder.write(next))
  }
  const message = (text: string | undefined) =>
    text !== undefined && isIncomplete ? `“${value}” isn’t complete. Fill in the other parts.` : text
  const wrongParts = error === undefined ? [] : builder.wrongParts(shown)
  const leaveParts = (event: React.FocusEvent) => {
    if (event.currentTarget.contains(event.relatedTarget)) return
    setFocused(false)
    set(cleanValue(path, advice?.written ?? value))
    leave()
  }
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      required={advice?.isRequired ?? false}
      description={value !== '' && (message(advice?.warning) ?? (isIncomplete ? undefined : value))}
      error={message(error)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      style={{ gridColumn: '1 / -1' }}
      role="group"
      aria-label={label}
    >
      <Flex gap={6} mb={4} align="center" wrap="wrap" onFocus={() => setFocused(true)} onBlur={leaveParts}>
        {builder.parts.map(({ name: part, before, values }, index) => (
          <Fragment key={part}>
            {before !== '' && <QuietText span>{before}</QuietText>}
            <Autocomplete
              flex={part === 'year' || part === 'month' || part === 'quarter' ? '0 1 88px' : '1 1 110px'}
              aria-label={`${label}: ${part}`}
              data-field={index === 0 ? name : undefined}
              data-autofocus={(index === 0 && props['data-autofocus']) || undefined}
              placeholder={part === 'year' ? thisYear : part}
              data={[...values]}
              limit={50}
              error={wrongParts.includes(part)}
              value={partValue(shown, part)}
              onChange={(text) => change(part, text)}
              autoComplete="off"
              spellCheck={false}
            />
          </Fragment>
        ))}
      </Flex>
    </Input.Wrapper>
  )
}

interface ShownParts {
  shown: Record<string, string>
  /** Whether the value has another form, and is shown as one of its parts. */
  isIncomplete: boolean
}

const typed = (shown: ShownParts['shown']): ShownParts => ({ shown, isIncomplete: false })

/** Returns the parts of a value that was set by a preset, a copy, a draft, or the spelling of the rules. */
function readParts(builder: NameBuilder, value: string): ShownParts {
  const parts = value === '' ? {} : builder.read(value)
  return parts ? typed(parts) : { shown: builder.place(value) ?? {}, isIncomplete: true }
}
