import { Box, Flex, Menu, Textarea } from '@mantine/core'
import { Braces, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { completeAddress } from '../../../../contract/app/values/completeAddress.ts'
import { findTypoAtStart } from '../../../../contract/app/values/addressTypos.ts'
import type { ValueWarning } from '../../../../contract/app/values/warning.ts'
import { addressFields } from '../../../../contract/app/runs/mapping/sources.ts'
import { maxCellLength, rowFieldLabel, type RowField } from '../../../../contract/app/runs/mapping/mapping.ts'
import { isParameter } from '../../../../contract/service/link/parameters.ts'
import { useListedParameters } from '../../../link/useListedParameters.ts'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { FieldWarning } from '../../../ui/FieldWarning.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { shorten } from '../../../ui/shorten.ts'
import { fieldHint } from './fieldChoices.ts'

interface TemplateFieldProps {
  field: RowField
  /** Whether the user has just added it. */
  isNew: boolean
  text: string
  header: readonly string[]
  write: (text: string) => void
  remove: () => void
}

/** Edits a field's text for every link. Columns are inserted at the cursor. */
export function TemplateField({ field, isNew, text, header, write, remove }: TemplateFieldProps) {
  const input = useRef<HTMLTextAreaElement>(null)
  const { labelOf } = useListedParameters()
  const label = isParameter(field) ? labelOf(field) : rowFieldLabel(field)
  useEffect(() => {
    // After the menu has given back the focus.
    if (isNew) setTimeout(() => input.current?.focus(), 0)
  }, [isNew])
  const insert = (name: string) => {
    const { selectionStart: from, selectionEnd: to } = input.current ?? {
      selectionStart: text.length,
      selectionEnd: text.length,
    }
    write(`${text.slice(0, from)}{{${name}}}${text.slice(to)}`)
  }
  /** Completes an address on blur, as the form does; placeholders can be anywhere in it. */
  const complete = () => {
    const completed = completeAddress(text)
    if (completed !== text) write(completed)
  }
  // An element that renders nothing would still mark the field as wrong.
  const typo = addressFields.has(field) ? findTypoAtStart(text.trim()) : null
  return (
    <Textarea
      ref={input}
      label={label}
      placeholder={fieldHint(field) ?? ''}
      autosize
      minRows={1}
      maxRows={6}
      maxLength={maxCellLength}
      spellCheck={field === 'title' || field === 'subtitle'}
      value={text}
      onChange={(event) => write(event.currentTarget.value)}
      onBlur={() => addressFields.has(field) && complete()}
      error={typo && <AddressTypo typo={typo} write={write} />}
      // The buttons are in the input's own container, so that an error below the text doesn't move them.
      inputContainer={(textarea) => (
        <Flex gap="xs" align="flex-start">
          <Box flex={1}>{textarea}</Box>
          <InsertColumn label={label} header={header} insert={insert} />
          <IconButton mt={3} icon={X} label={`Remove ${label}`} onClick={remove} />
        </Flex>
      )}
    />
  )
}

interface InsertColumnProps {
  label: string
  header: readonly string[]
  insert: (name: string) => void
}

function InsertColumn({ label, header, insert }: InsertColumnProps) {
  // A closing brace ends a placeholder, so it cannot be part of a name.
  const names = [...new Set(header)].filter((name) => name !== '' && !name.includes('}'))
  return (
    <ActionMenu
      label="Insert"
      icon={Braces}
      mt={3}
      size="xs"
      isLong
      aria-label={`Insert a column into ${label}`}
    >
      {names.map((name) => (
        <Menu.Item key={name} onClick={() => insert(name)}>
          {shorten(name, 48)}
        </Menu.Item>
      ))}
    </ActionMenu>
  )
}

interface AddressTypoProps extends Pick<TemplateFieldProps, 'write'> {
  typo: ValueWarning
}

/** Shows a mistyped `https://` with its fix, as the form does. The text of a preset can be mistyped, too. */
function AddressTypo({ typo: { text, fix }, write }: AddressTypoProps) {
  return <FieldWarning text={text} fix={fix} apply={write} refusal />
}
