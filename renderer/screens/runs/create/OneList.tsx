import { Flex, Stack, Textarea, TextInput } from '@mantine/core'
import { X } from 'lucide-react'
import { IconButton } from '../../../ui/IconButton.tsx'
import type { ListsError, TypedList } from './lists.ts'

interface OneListProps {
  list: TypedList
  /** Number of the list, starting at 1. */
  number: number
  change: (changed: Partial<TypedList>) => void
  /** Whether its values get the focus when it appears. */
  isFocused: boolean
  /** What is wrong with it; `null` if nothing is, or until the user has asked to continue. */
  error: ListsError | null
  /** `null` if this is the only list. */
  remove: (() => void) | null
}

/** Edits a list: its name, by which the address refers to it, and its values. */
export function OneList({ list, number, change, isFocused, error, remove }: OneListProps) {
  const label = list.name || `List ${String(number)}`
  return (
    <Stack gap={6} role="group" aria-label={label}>
      <Flex gap={4} align="center">
        <TextInput
          flex={1}
          aria-label={`Name of list ${String(number)}`}
          placeholder="Name"
          maxLength={200}
          value={list.name}
          error={error?.isName === true && error.text}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        {remove && (
          <IconButton icon={X} label={`Remove ${label}`} tooltip="Remove this list" onClick={remove} />
        )}
      </Flex>
      <Textarea
        aria-label={`${label}, one per line`}
        placeholder={placeholders.get(list.name) ?? 'One per line'}
        autosize
        minRows={3}
        maxRows={8}
        spellCheck={false}
        autoFocus={isFocused}
        value={list.text}
        error={error?.isName === false && error.text}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
    </Stack>
  )
}

const placeholders = new Map([
  ['Channel', 'newsletter\ninstagram\nposter'],
  ['Language', 'en\nde\nfr'],
  ['Creative', 'red-shoes\nblue-shoes'],
])
