import { Select, TextInput, Textarea } from '@mantine/core'
import { formatCount } from '../../ui/formatCount.ts'
import { isList, type DataValue, type Edit } from './rows.ts'
import { isNumber, toEditable } from './spelling.ts'
import { QuietText } from '../../ui/variants.ts'

/** What all fields of a row have. */
export const field = { size: 'xs', miw: 0, spellCheck: false, autoComplete: 'off' } as const

const yesNoChoices = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

interface RowValueProps {
  value: DataValue
  label: string
  isNew: boolean
  edit: Edit<DataValue>
}

/** Shows a value, or how many rows it has below. */
export function RowValue({ value, label, isNew, edit }: RowValueProps) {
  if (isList(value) || value.kind === 'null') {
    return (
      <QuietText span flex="5 1 110px" pt={5}>
        {isList(value) ? formatCount(value.rows.length, 'row') : 'null'}
      </QuietText>
    )
  }
  const { kind, spelling } = value
  const typed = toEditable(kind, spelling)
  const set = (spelled: string) => edit(() => ({ kind, spelling: spelled }))
  const shared = { ...field, flex: '5 1 110px', 'aria-label': `Value of ${label}`, value: typed }
  if (kind === 'boolean') {
    return <Select {...shared} data={yesNoChoices} onChange={(choice) => choice !== null && set(choice)} />
  }
  if (kind === 'number') {
    return (
      <TextInput
        {...shared}
        inputMode="decimal"
        placeholder="12.5"
        error={!isNumber(typed) && (typed === '' || numberError(typed))}
        onChange={({ currentTarget }) => set(currentTarget.value)}
      />
    )
  }
  const setText = ({ currentTarget }: { currentTarget: { value: string } }) =>
    set(JSON.stringify(currentTarget.value))
  const lines = typed.split('\n').length
  return lines > 1 ? (
    <Textarea {...shared} rows={Math.min(6, lines)} resize="vertical" onChange={setText} />
  ) : (
    <TextInput {...shared} placeholder="value" autoFocus={isNew} onChange={setText} />
  )
}

/** Returns why a text isn't a number, and what to write instead if that is clear. */
function numberError(text: string): string {
  const corrected = text.trim().replace(',', '.')
  return `“${text}” isn’t a number.${isNumber(corrected) ? ` Write ${corrected}.` : ''}`
}
