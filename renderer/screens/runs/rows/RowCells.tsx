import { VisuallyHidden } from '@mantine/core'
import { CircleAlert, Info, WandSparkles } from 'lucide-react'
import { memo } from 'react'
import type { RunRow } from '../../../../contract/app/runs/run.ts'
import { cellName } from '../../../features/grid/useGrid.ts'
import { Badge } from '../../../ui/Badge.tsx'
import type { GridColumn } from './columns.ts'
import { changedByRulesText, stateLabel, type RowStates } from './rowStates.ts'
import styles from './rows.module.css'
import { shorten } from '../../../ui/shorten.ts'
import { formatNumber } from '../../../ui/formatCount.ts'

/** Maximum characters rendered in a cell. */
const maxShownLength = 200

interface VisibleColumn {
  index: number
  start: number
  size: number
}

interface RowCellsProps {
  row: RunRow
  index: number
  columns: readonly GridColumn[]
  states: RowStates
  visible: readonly VisibleColumn[]
  /** The focused column in this row; `null` in others. */
  focused: number | null
  begin: (row: number, column: number) => void
}

/** Shows the visible cells of a row. Errors are included as text for screen readers. */
export const RowCells = memo(function RowCells(props: RowCellsProps) {
  const { row, index, columns, states, visible, focused, begin } = props
  const hasOwnMessages = columns.some(({ hasMessages }) => hasMessages)
  const rowIssues = [...row.errors, ...row.warnings].filter(
    ({ column }) => column === null && !hasOwnMessages,
  )
  const { tone } = states[row.state]
  return (
    <>
      <div
        role="rowheader"
        className={styles['lead']}
        data-cell={cellName({ row: index, column: -1 })}
        tabIndex={focused === -1 ? 0 : -1}
      >
        <span className={styles['number']}>{formatNumber(row.number)}</span>
        <Badge tone={tone}>{stateLabel(row, states)}</Badge>
        {row.errors.length === 0 && row.warnings.length > 0 && <Info size={14} color="var(--warn-text)" />}
        {rowIssues.length > 0 && <CellMessages texts={rowIssues} />}
      </div>
      {visible.map((visibleColumn) => {
        const column = columns[visibleColumn.index]
        if (!column) return null
        const isFocused = focused === visibleColumn.index
        return <Cell key={column.key} {...{ row, index, column, visibleColumn, isFocused, begin }} />
      })}
    </>
  )
})

interface CellProps extends Pick<RowCellsProps, 'row' | 'index' | 'begin'> {
  column: GridColumn
  visibleColumn: VisibleColumn
  isFocused: boolean
}

function Cell({ row, index, column, visibleColumn, isFocused, begin }: CellProps) {
  const position = visibleColumn.index
  const { kind, issues, changes } = listMessages(row, column)
  const messages = [...issues, ...changes]
  const text = column.text(row)
  return (
    <div
      role="gridcell"
      className={styles['cell']}
      data-cell={cellName({ row: index, column: position })}
      data-issue={kind}
      data-added={column.isAdded || undefined}
      aria-colindex={position + 2}
      aria-invalid={kind === 'error' || undefined}
      tabIndex={isFocused ? 0 : -1}
      title={cellTitle(messages, text)}
      style={{ left: visibleColumn.start, width: visibleColumn.size }}
      onDoubleClick={() => begin(index, position)}
    >
      {kind === 'error' && <CircleAlert size={14} color="var(--bad-text)" />}
      {kind === 'warning' && <Info size={14} color="var(--warn-text)" />}
      {changes.length > 0 && <WandSparkles size={14} color="var(--text-quiet)" />}
      <CellText full={text.slice(0, maxShownLength)} shown={shownText(text, column, visibleColumn.size)} />
      {messages.length > 0 && <CellMessages texts={messages} />}
    </div>
  )
}

/** Returns the errors and warnings of a cell, and what the rules or the app change in it. */
function listMessages(row: RunRow, column: GridColumn) {
  const isHere = (message: { column: number | null }) =>
    column.hasMessages === true || (column.cell !== null && message.column === column.cell)
  const errors = row.errors.filter(isHere)
  const issues = [...errors, ...row.warnings.filter(isHere)]
  const note = column.note?.(row) ?? null
  const changes = row.changedByRules
    .filter(isHere)
    .map(({ before }) => ({ text: changedByRulesText(before) }))
  return {
    kind: errors.length > 0 ? ('error' as const) : issues.length > 0 ? ('warning' as const) : null,
    issues,
    changes: note === null ? changes : [...changes, { text: note }],
  }
}

/** Average width of a character, and the padding of a cell with an icon, in pixels. */
const [characterWidth, cellPadding] = [7, 40]

/** Returns the text that a cell of this width shows. Addresses differ in their path, so they are shortened in the middle. */
function shownText(text: string, { isAddress }: GridColumn, width: number): string {
  if (!isAddress || !/^https?:/.test(text)) return text.slice(0, maxShownLength)
  return shorten(text.replace(/^https?:\/\//, ''), Math.floor((width - cellPadding) / characterWidth))
}

/** Shows a cell's text. Screen readers read all of a shortened address. */
function CellText({ full, shown }: { full: string; shown: string }) {
  return (
    <>
      <bdi className={styles['text']} aria-hidden={shown !== full || undefined}>
        {shown}
      </bdi>
      {shown !== full && <VisuallyHidden component="span">{full}</VisuallyHidden>}
    </>
  )
}

/** Returns a cell's tooltip: its messages, or else a text that may not fit. */
function cellTitle(messages: readonly { text: string }[], text: string): string | undefined {
  if (messages.length > 0) return messages.map((one) => one.text).join('\n')
  return text.length > 24 ? text.slice(0, 1_000) : undefined
}

function CellMessages({ texts }: { texts: readonly { text: string }[] }) {
  return <VisuallyHidden component="span">{texts.map(({ text }) => text).join(' ')}</VisuallyHidden>
}
