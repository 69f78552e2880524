import { Text } from '@mantine/core'
import { linkFields, type FieldOf } from '../../../contract/service/link/fields.ts'
import { TextField } from './TextField.tsx'
import { codePoints } from '../../../contract/service/text/text.ts'
import { networksTruncating, networksShowing } from '../card/networks.ts'
import { useField } from '../../link/FormContext.tsx'

/** Edits a text that people see in a chat or feed, and shows whether it fits. */
export function MeteredField({ name }: { name: FieldOf<'text'> }) {
  const { label, example, limit } = linkFields[name]
  return (
    <TextField name={name} label={label} placeholder={example} meter={<Meter name={name} max={limit} />} />
  )
}

/** Shows a text's length, its limit, and which networks will truncate it. */
function Meter({ name, max }: { name: FieldOf<'text'>; max: number }) {
  const [text] = useField(name)
  const length = codePoints(text)
  if (length === 0) return null
  return (
    <Text
      span
      inherit
      truncate
      style={{ fontVariantNumeric: 'tabular-nums' }}
      {...(length > max && { c: 'var(--bad-text)', fw: 550 })}
    >
      {[fitText(name, text), `${length} of ${max}`].filter(Boolean).join(' · ')}
    </Text>
  )
}

function fitText(name: FieldOf<'text'>, text: string): string {
  if (text === '' || networksShowing(name).length === 0) return ''
  const names = networksTruncating(name, text).map((network) => network.name)
  return names.length === 0 ? 'Fits everywhere' : `Cut short in ${formatList(names)}`
}

// Created lazily, because the first use of `Intl` is slow.
let listFormat: Intl.ListFormat | undefined

function formatList(names: string[]): string {
  listFormat ??= new Intl.ListFormat('en', { type: 'conjunction' })
  return listFormat.format(names)
}
