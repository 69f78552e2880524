import { Select, Stack, Text } from '@mantine/core'
import { useRef } from 'react'
import { changeKind, pathKey, setValue, valueSpelling, type RowsState } from './rowsState.ts'
import type { RowsStore } from './rowsStore.ts'
import { convertSpelling, isNumber, toEditable, toSpelling } from './spelling.ts'
import { nodeAt, type Kind, type Path } from './tree.ts'
import styles from './jsonEditor.module.css'

interface RowFieldProps {
  state: RowsState
  path: Path
  label: string
  edit: RowsStore['edit']
}

const kinds: Record<Kind, string> = {
  string: 'Text',
  number: 'Number',
  boolean: 'Yes / No',
  array: 'List',
  object: 'Group',
  null: 'Empty',
}
const kindChoices = Object.entries(kinds).map(([value, label]) => ({ value: value as Kind, label }))
const yesNoChoices = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

/** Selects the kind of a row's value. Switching back restores the previous value. */
export function KindSelect({ state, path, label, edit }: RowFieldProps) {
  const { type } = nodeAt(state.tree, path)
  const previous = useRef<{ kind: Kind; spelling: string; convertedTo: string } | null>(null)
  const change = (newKind: Kind) =>
    edit((now) => {
      const node = nodeAt(now.tree, path)
      const spelling = valueSpelling(now, path)
      const before = previous.current
      const isSwitchBack = before?.kind === newKind && before.convertedTo === spelling
      const next = isSwitchBack ? before.spelling : convertSpelling(node.type, spelling, newKind)
      previous.current = { kind: node.type, spelling, convertedTo: next }
      return changeKind(now, path, next)
    })
  return (
    <Select
      size="xs"
      aria-label={`Type of ${label}`}
      data={kindChoices}
      value={type}
      onChange={(kind) => kind !== null && change(kind)}
    />
  )
}

/** Shows the value of a row without nested rows. */
export function RowValue({ state, path, label, edit }: RowFieldProps) {
  const kind = nodeAt(state.tree, path).type
  const isBroken = state.broken.has(pathKey(path))
  const value = toEditable(kind, valueSpelling(state, path))
  const change = (next: string) => edit((now) => setValue(now, path, toSpelling(kind, next)))
  const field = {
    className: styles['cell'],
    'aria-label': `Value of ${label}`,
    value,
    spellCheck: false,
    autoComplete: 'off',
  }
  switch (kind) {
    case 'null':
      return (
        <Text span c="dimmed" ff="monospace" fz="sm">
          null
        </Text>
      )
    case 'boolean':
      return (
        <Select
          size="xs"
          aria-label={field['aria-label']}
          data={yesNoChoices}
          value={value}
          onChange={(chosen) => chosen !== null && change(chosen)}
        />
      )
    case 'number':
      return (
        <Stack gap={2}>
          <input
            {...field}
            inputMode="decimal"
            aria-invalid={isBroken}
            placeholder="12.5"
            onChange={(event) => change(event.currentTarget.value)}
          />
          {isBroken && value !== '' && (
            <Text span c="var(--bad-text)" fz="xs" role="status">
              {numberError(value)}
            </Text>
          )}
        </Stack>
      )
    default:
      return value.includes('\n') ? (
        <textarea
          {...field}
          rows={Math.min(6, value.split('\n').length)}
          onChange={(event) => change(event.currentTarget.value)}
        />
      ) : (
        <input {...field} placeholder="value" onChange={(event) => change(event.currentTarget.value)} />
      )
  }
}

/** Returns why a text isn't a number, and what to write instead if that is clear. */
function numberError(text: string): string {
  const corrected = text.trim().replace(',', '.')
  return `“${text}” isn’t a number.${isNumber(corrected) ? ` Write ${corrected}.` : ''}`
}
