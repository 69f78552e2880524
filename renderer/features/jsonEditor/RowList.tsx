import { ActionIcon, Button, Stack, Text } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import { memo, useId, useState } from 'react'
import { FoldToggle } from '../../ui/FoldToggle.tsx'
import { ToolButton } from '../../ui/ToolButton.tsx'
import { formatCount, formatNumber } from '../../ui/formatCount.ts'
import { KindSelect, RowValue } from './RowFields.tsx'
import { focusNeighbour, focusNewRow } from './rowFocus.ts'
import { addRow, pathKey, renameRow, spellingAt, type RowsState } from './rowsState.ts'
import type { RowsStore } from './rowsStore.ts'
import { childEntries, entryAt, entryName, nodeAt, entryValue, type Path } from './tree.ts'
import styles from './jsonEditor.module.css'

/** Maximum number of rows rendered per object. Thousands would be slow and unusable. */
const visibleRowLimit = 100

/** Objects and arrays with more rows start folded. */
const collapseThreshold = 20

interface RowListProps {
  state: RowsState
  path: Path
  store: RowsStore
}

/** Shows the rows of one object or array. */
export function RowList({ state, path, store }: RowListProps) {
  const [limit, setLimit] = useState(visibleRowLimit)
  const entries = childEntries(nodeAt(state.tree, path))
  const hidden = entries.length - limit
  if (entries.length === 0) return null
  return (
    <Stack component="ul" gap={6}>
      {entries.slice(0, limit).map((_, index) => {
        const rowPath = [...path, index]
        const source = spellingAt(state, rowPath)
        return <Row key={pathKey(rowPath)} state={state} path={rowPath} source={source} store={store} />
      })}
      {hidden > 0 && (
        <li>
          <Button size="xs" variant="subtle" onClick={() => setLimit(limit + visibleRowLimit)}>
            Show more rows ({formatNumber(hidden)} left)
          </Button>
        </li>
      )}
    </Stack>
  )
}

interface RowProps {
  state: RowsState
  path: Path
  /** The row's source text. If it has not changed, the row is not re-rendered. */
  source: string
  store: RowsStore
}

/** Shows one value: its name, its kind, the value itself, and any nested rows below. */
const Row = memo(
  function Row({ state, path, store }: RowProps) {
    const { edit } = store
    const entry = entryAt(state.tree, path)
    const name = (entryName(entry)?.value ?? null) as string | null
    const node = entryValue(entry)
    const hasRows = node.type === 'object' || node.type === 'array'
    const count = childEntries(node).length
    const [open, setOpen] = useState(count <= collapseThreshold)
    const nestId = useId()
    const label = rowLabel(name, path)
    return (
      <li>
        <div className={styles['line']}>
          {name === null ? (
            <Text span pr={4} c="dimmed" fz="xs" ta="right">
              {(path.at(-1) ?? 0) + 1}
            </Text>
          ) : (
            <input
              className={styles['cell']}
              aria-label={`Name of ${label}`}
              placeholder="name"
              value={name}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => edit((now) => renameRow(now, path, event.currentTarget.value))}
            />
          )}
          <KindSelect state={state} path={path} label={label} edit={edit} />
          {hasRows ? (
            <FoldToggle
              open={open}
              toggle={() => setOpen(!open)}
              mih={28}
              px={6}
              aria-controls={nestId}
              aria-label={`${formatCount(count, 'row')} of ${label}`}
            >
              {formatCount(count, 'row')}
            </FoldToggle>
          ) : (
            <RowValue state={state} path={path} label={label} edit={edit} />
          )}
          <ActionIcon
            size="sm"
            aria-label={`Remove ${label}`}
            onClick={(event) => {
              focusNeighbour(event.currentTarget)
              store.remove(path, label)
            }}
          >
            <X size={14} aria-hidden />
          </ActionIcon>
        </div>
        {hasRows && open && <Nested id={nestId} {...{ state, path, store, label }} />}
      </li>
    )
  },
  (before, after) => before.source === after.source && before.path.join() === after.path.join(),
)

/** Shows the rows of a value that is a list or group, and adds to them. */
function Nested({ id, label, ...rows }: RowListProps & { id: string; label: string }) {
  return (
    <div className={styles['nest']} id={id}>
      <RowList {...rows} />
      <ToolButton
        c="dimmed"
        fz="xs"
        type="button"
        onClick={(event) => {
          rows.store.edit((now) => addRow(now, rows.path, ''))
          focusNewRow(event.currentTarget)
        }}
      >
        <Plus size={13} aria-hidden /> Add to {label}
      </ToolButton>
    </div>
  )
}

function rowLabel(name: string | null, path: Path): string {
  return name === null ? `item ${(path.at(-1) ?? 0) + 1}` : name || 'the new row'
}
