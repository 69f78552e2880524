import { useRef } from 'react'
import { changeKind, type RowsState } from './rowsState.ts'
import type { RowsStore } from './rowsStore.ts'
import { convertSpelling } from './spelling.ts'
import { nodeEnd, nodeAt, type Kind, type Path } from './tree.ts'
import styles from './jsonEditor.module.css'

const kinds: Record<Kind, string> = {
  string: 'Text',
  number: 'Number',
  boolean: 'Yes / No',
  array: 'List',
  object: 'Group',
  null: 'Empty',
}

interface KindSelectProps {
  state: RowsState
  path: Path
  label: string
  edit: RowsStore['edit']
}

/** Selects the kind of a row's value. Switching back restores the previous value. */
export function KindSelect({ state, path, label, edit }: KindSelectProps) {
  const { type } = nodeAt(state.tree, path)
  const previous = useRef<{ kind: Kind; spelling: string; convertedTo: string } | null>(null)
  const change = (newKind: Kind) =>
    edit((now) => {
      const node = nodeAt(now.tree, path)
      const spelling = now.tree.text.slice(node.offset, nodeEnd(node))
      const before = previous.current
      const isSwitchBack = before?.kind === newKind && before.convertedTo === spelling
      const next = isSwitchBack ? before.spelling : convertSpelling(node.type, spelling, newKind)
      previous.current = { kind: node.type, spelling, convertedTo: next }
      return changeKind(now, path, next)
    })
  return (
    <select
      className={styles['cell']}
      aria-label={`Type of ${label}`}
      value={type}
      onChange={(event) => change(event.currentTarget.value as Kind)}
    >
      {Object.entries(kinds).map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  )
}
