import { ActionIcon } from '@mantine/core'
import { ChevronRight, Plus, X } from 'lucide-react'
import { memo, useId, useState } from 'react'
import { KindSelect } from './KindSelect.tsx'
import { RowList } from './RowList.tsx'
import { RowValue } from './RowValue.tsx'
import { focusNewRow } from './focusNewRow.ts'
import { addRow, removeRow, rename } from './rowsState.ts'
import type { RowsState } from './rowsState.ts'
import type { RowsStore } from './rowsStore.ts'
import { entryAt } from './tree.ts'
import type { Path } from './tree.ts'
import styles from './data.module.css'

export interface RowProps {
  state: RowsState
  path: Path
  /** How the row stands in the text: as long as it is the same, nothing is drawn anew. */
  source: string
  edit: RowsStore['edit']
}

/** Groups with more rows than this begin folded. */
const foldedFrom = 20

/** One value: its name, its kind, the value itself. A group or list has its rows below. */
export const Row = memo(
  function Row({ state, path, edit }: RowProps) {
    const { name, node } = entryAt(state.tree, path)
    const isNest = node.kind === 'group' || node.kind === 'list'
    const [open, setOpen] = useState(node.entries.length <= foldedFrom)
    const below = useId()
    const label = labelOf(name, path)
    return (
      <li className={styles['row']}>
        <div className={styles['line']}>
          {name === null ? (
            <span className={styles['place']}>{(path.at(-1) ?? 0) + 1}</span>
          ) : (
            <input
              className={styles['cell']}
              aria-label={`Name of ${label}`}
              placeholder="name"
              value={name}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => edit((now) => rename(now, path, event.currentTarget.value))}
            />
          )}
          <KindSelect state={state} path={path} label={label} edit={edit} />
          {isNest ? (
            <Fold
              open={open}
              count={node.entries.length}
              label={label}
              below={below}
              toggle={() => setOpen(!open)}
            />
          ) : (
            <RowValue state={state} path={path} label={label} edit={edit} />
          )}
          <ActionIcon
            size="sm"
            aria-label={`Remove ${label}`}
            onClick={() => edit((now) => removeRow(now, path))}
          >
            <X size={14} aria-hidden />
          </ActionIcon>
        </div>
        {isNest && open && (
          <div className={styles['nest']} id={below}>
            <RowList state={state} path={path} edit={edit} />
            <button
              type="button"
              className={styles['add']}
              onClick={(event) => {
                edit((now) => addRow(now, path, ''))
                focusNewRow(event.currentTarget)
              }}
            >
              <Plus size={13} aria-hidden /> Add to {label}
            </button>
          </div>
        )}
      </li>
    )
  },
  (before, after) => before.source === after.source && before.path.join() === after.path.join(),
)

function labelOf(name: string | null, path: Path): string {
  return name === null ? `item ${(path.at(-1) ?? 0) + 1}` : name || 'the new row'
}

function rowCount(count: number): string {
  return count === 1 ? '1 row' : `${count.toLocaleString('en')} rows`
}

interface FoldProps {
  open: boolean
  count: number
  label: string
  below: string
  toggle: () => void
}

function Fold({ open, count, label, below, toggle }: FoldProps) {
  return (
    <button
      type="button"
      className={styles['fold']}
      aria-expanded={open}
      aria-controls={below}
      aria-label={`${rowCount(count)} of ${label}`}
      onClick={toggle}
    >
      <ChevronRight size={14} aria-hidden data-open={open || undefined} />
      {rowCount(count)}
    </button>
  )
}
