import { Flex, Stack, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { X } from 'lucide-react'
import { IconButton } from '../../../ui/IconButton.tsx'
import type { TypedLists } from './lists.ts'

interface OneListProps {
  form: UseFormReturnType<TypedLists>
  index: number
  /** Whether its values get the focus when it appears. */
  isFocused: boolean
  /** `null` if this is the only list. */
  remove: (() => void) | null
}

/** Edits a list: its name, by which the address refers to it, and its values. */
export function OneList({ form, index, isFocused, remove }: OneListProps) {
  const name = form.getValues().lists[index]?.name ?? ''
  const number = String(index + 1)
  const label = name || `List ${number}`
  return (
    <Stack gap={6} role="group" aria-label={label}>
      <Flex gap={4} align="center">
        <TextInput
          flex={1}
          aria-label={`Name of list ${number}`}
          placeholder="Name"
          maxLength={200}
          {...form.getInputProps(`lists.${index}.name`)}
        />
        {remove && (
          <IconButton icon={X} label={`Remove ${label}`} tooltip="Remove this list" onClick={remove} />
        )}
      </Flex>
      <Textarea
        aria-label={`${label}, one per line`}
        placeholder={placeholders.get(name) ?? 'One per line'}
        autosize
        minRows={3}
        maxRows={8}
        spellCheck={false}
        autoFocus={isFocused}
        {...form.getInputProps(`lists.${index}.text`)}
      />
    </Stack>
  )
}

const placeholders = new Map([
  ['Channel', 'newsletter\ninstagram\nposter'],
  ['Language', 'en\nde\nfr'],
  ['Creative', 'red-shoes\nblue-shoes'],
])
