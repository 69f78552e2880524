import { Text } from '@mantine/core'
import { pathKey, setValue, type RowsState } from './rowsState.ts'
import type { RowsStore } from './rowsStore.ts'
import { toEditable, toSpelling } from './spelling.ts'
import { nodeEnd, nodeAt, type Path } from './tree.ts'
import styles from './jsonEditor.module.css'

interface RowValueProps {
  state: RowsState
  path: Path
  label: string
  edit: RowsStore['edit']
}

/** Shows the value of a row without nested rows. */
export function RowValue({ state, path, label, edit }: RowValueProps) {
  const node = nodeAt(state.tree, path)
  const kind = node.type
  const typed = state.broken.get(pathKey(path))
  const value = typed ?? toEditable(kind, state.tree.text.slice(node.offset, nodeEnd(node)))
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
        <select {...field} onChange={(event) => change(event.currentTarget.value)}>
          <option value="true">Yes</option>
          <option value="false">No</option>
        </select>
      )
    case 'number':
      return (
        <input
          {...field}
          inputMode="decimal"
          aria-invalid={typed !== undefined}
          title={typed === undefined ? undefined : 'Enter a number.'}
          onChange={(event) => change(event.currentTarget.value)}
        />
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
