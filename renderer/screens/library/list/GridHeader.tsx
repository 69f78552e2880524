import { VisuallyHidden } from '@mantine/core'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useRef } from 'react'
import { clampWidth, type SizedColumn } from '../../../../contract/app/library/layout.ts'
import { columnSorts, type SortName } from '../../../../contract/app/library/columns/columnLists.ts'
import type { ColumnName } from '../../../../contract/app/library/columns/listColumns.ts'
import type { LibraryView } from '../../../../contract/app/library/view.ts'
import type { Selecting } from '../many/useSelection.ts'
import { useColumnLabels } from '../view/useColumnLabels.ts'
import type { LayoutControls } from '../view/useColumns.ts'
import type { Rows } from './useRows.ts'
import styles from './list.module.css'

interface GridHeaderProps {
  rows: Rows
  selecting: Selecting
  names: readonly ColumnName[]
  sortBy: (sort: SortName) => void
  layout: LayoutControls
  /** Shows a column at a width while it is dragged; `null` for its own. */
  preview: (width: PreviewedWidth | null) => void
}

/** A column at the width to which its edge is being dragged. */
export type PreviewedWidth = Partial<Record<SizedColumn, number>>

/** Shows the column headers. Sortable columns are buttons. */
export function GridHeader({ rows, selecting, names, sortBy, layout, preview }: GridHeaderProps) {
  const { view } = rows
  const labelOf = useColumnLabels()
  const known = Math.min(rows.count, maxSelectedAtOnce)
  const some = selecting.count > 0
  const isAllSelected = some && (selecting.selection.kind === 'all' || selecting.count >= known)
  const selectKnown = () => selecting.range({}, rows.between(0, known - 1))
  const shared = { view, sortBy, layout, preview }
  return (
    <div role="rowgroup" className={styles['header']}>
      <div role="row" aria-rowindex={1} className={styles['headerRow']}>
        <div role="columnheader" className={styles['check']}>
          <input
            type="checkbox"
            aria-label="Select the links shown"
            checked={isAllSelected}
            ref={(box) => {
              if (box) box.indeterminate = some && !isAllSelected
            }}
            onChange={some ? selecting.clear : selectKnown}
          />
        </div>
        <Column name="title" label="Title" sorts={['title']} {...shared} />
        {names.map((name) => (
          <Column key={name} name={name} label={labelOf(name)} sorts={columnSorts(name)} {...shared} />
        ))}
        <div role="columnheader">
          <VisuallyHidden>Actions</VisuallyHidden>
        </div>
      </div>
    </div>
  )
}

/** Maximum number of rows that the header's checkbox selects. A button next to the count selects the whole view. */
const maxSelectedAtOnce = 1_000

interface ColumnProps {
  name: SizedColumn
  label: string
  sorts: readonly SortName[]
  view: LibraryView
  sortBy: (sort: SortName) => void
  layout: LayoutControls
  preview: GridHeaderProps['preview']
}

const descendingSorts: ReadonlySet<SortName> = new Set(['newest', 'created', 'visits', 'opened'])

/** A second click reverses the order or restores the default. Dragging the header moves its column. */
function Column({ name, label, sorts, view, sortBy, layout, preview }: ColumnProps) {
  const sortIndex = sorts.indexOf(view.sort)
  const descending = descendingSorts.has(view.sort)
  const order = sortIndex < 0 ? 'none' : descending ? 'descending' : 'ascending'
  const next = sortIndex < 0 ? sorts[0] : (sorts[sortIndex + 1] ?? 'newest')
  const Icon = descending ? ArrowDown : ArrowUp
  const dropped = (event: React.DragEvent) => {
    const moved = layout.columns.find((other) => other === event.dataTransfer.getData(dragType))
    if (moved !== undefined && moved !== name)
      layout.move(moved, name === 'title' ? (layout.columns[0] ?? null) : name)
  }
  return (
    <div
      role="columnheader"
      data-column={name}
      aria-sort={sorts.length > 0 ? order : undefined}
      draggable={name !== 'title'}
      onDragStart={(event) => event.dataTransfer.setData(dragType, name)}
      onDragOver={(event) => event.dataTransfer.types.includes(dragType) && event.preventDefault()}
      onDrop={dropped}
    >
      {sorts.length === 0 ? (
        label
      ) : (
        <button type="button" onClick={() => sortBy(next ?? 'newest')}>
          {label}
          {sortIndex >= 0 && <Icon size={12} />}
        </button>
      )}
      <ResizeHandle name={name} resize={layout.resize} preview={preview} />
    </div>
  )
}

/** Keeps other dragged things, such as files, from moving columns. */
const dragType = 'application/x-linkwright-column'

/** Changes a column's width by dragging; a double click restores the default. The menu *Columns* does it by keyboard. */
function ResizeHandle({ name, resize, preview }: ResizeHandleProps) {
  /** The width of the column before its edge was dragged, and where that began. */
  const drag = useRef<{ startX: number; width: number } | null>(null)
  const draggedWidth = (x: number) => drag.current && clampWidth(drag.current.width + x - drag.current.startX)
  return (
    <span
      aria-hidden
      className={styles['resize']}
      draggable
      // Dragging the edge must not move the column.
      onDragStart={(event) => {
        event.preventDefault()
        event.stopPropagation()
      }}
      onPointerDown={({ currentTarget, pointerId, clientX }) => {
        drag.current = { startX: clientX, width: currentTarget.parentElement?.offsetWidth ?? 0 }
        currentTarget.setPointerCapture(pointerId)
      }}
      onPointerMove={({ clientX }) => {
        const width = draggedWidth(clientX)
        if (width !== null) preview({ [name]: width })
      }}
      onPointerUp={({ clientX }) => {
        const width = draggedWidth(clientX)
        if (width !== null && width !== drag.current?.width) resize(name, width)
        drag.current = null
        preview(null)
      }}
      onDoubleClick={() => resize(name, null)}
    />
  )
}

type ResizeHandleProps = Pick<ColumnProps, 'name' | 'preview'> & Pick<LayoutControls, 'resize'>
