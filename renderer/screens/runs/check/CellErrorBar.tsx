import { Anchor, Group } from '@mantine/core'
import type { Run, RunRow, RowWarning } from '../../../../contract/app/runs/run.ts'
import { formatNumber } from '../../../ui/formatCount.ts'
import { ReplaceMatching } from './ReplaceMatching.tsx'
import { namedError } from '../../../../contract/app/runs/outcomes.ts'
import { describeLeftOut } from '../../../../contract/app/runs/mapping/sources.ts'
import { describePipedTags } from '../../../../contract/app/runs/mapping/tags.ts'
import type { GridColumn } from '../rows/columns.ts'
import { RowBar, SkipButton, type RowNote } from '../rows/RowBar.tsx'
import { changedByRulesText, isRepeated } from '../rows/rowStates.ts'
import type { AllowedValues } from '../shared/useAllowedValues.ts'

interface CellErrorBarProps {
  run: Run
  allowed: AllowedValues
  /** The selected row; `null` while it loads. */
  row: RunRow | null
  /** The focused column; `undefined` for the state of the row. */
  column: GridColumn | undefined
  /** Focuses the row's cell of a column of the table. */
  goToCell: (column: number) => void
}

/** Shows the errors and warnings of the focused cell, with actions. */
export function CellErrorBar({ run, allowed, row, column, goToCell }: CellErrorBarProps) {
  if (!row) return <RowBar label="Selected cell" row={null} />
  const label = column?.label ?? ''
  // The app added the column if it has no cell.
  const cell = column?.cell ?? -1
  const text = row.cells[cell] ?? ''
  // An error of the whole row, such as one in a field that is the same for every link, isn't fixed by changing this
  // cell.
  const isCellWrong = [...row.errors, ...row.warnings].some((message) => message.column === cell)
  const choices = isCellWrong ? allowed(cell, row) : []
  const actions = (
    <Group gap="xs">
      {isCellWrong && (
        <ReplaceMatching key={`${String(cell)} ${text}`} {...{ run, text, label, choices }} column={cell} />
      )}
      {row.state !== 'existing' && <SkipButton run={run} row={row} />}
    </Group>
  )
  return (
    <RowBar
      label="Selected cell"
      row={row}
      column={label}
      notes={listNotes({ run, row, goToCell, choices, column: cell })}
      actions={actions}
    />
  )
}

interface NoteOptions extends Pick<CellErrorBarProps, 'run' | 'goToCell'> {
  row: RunRow
  /** Index of the cell; -1 if the app added the column. */
  column: number
  /** The values that the rules allow in the cell. */
  choices: readonly string[]
}

/** Returns the errors and warnings of a cell or its whole row, the errors of other cells, and what becomes of the cell. */
function listNotes({ run, row, column, goToCell, choices }: NoteOptions): readonly RowNote[] {
  const isHere = (message: RowWarning) => message.column === null || message.column === column
  const isUnlisted = [...row.errors, ...row.warnings].some(
    (message) => message.column === column && message.kind === 'unlisted',
  )
  const [use, cell] = [run.mapping.columns[column], row.cells[column] ?? '']
  const changeByRules = row.changedByRules.find((change) => change.column === column)
  const infos = [
    isUnlisted && choices.length > 0 && `Allowed: ${formatList(choices)}.`,
    changeByRules !== undefined && changedByRulesText(changeByRules.before),
    describeLeftOut(use, cell),
    describePipedTags(use, cell),
    row.state === 'existing' && !isRepeated(row) && existingText(row.link),
  ].filter((text) => text !== false && text !== null)
  const notes: RowNote[] = [
    ...row.errors.filter(isHere).map(({ text }) => ({ text, tone: 'bad' as const })),
    ...row.warnings.filter(isHere).map(({ text }) => ({ text, tone: 'warn' as const })),
    ...row.errors
      .filter((error) => !isHere(error))
      .map((error) => ({
        text: namedError(error, run.header),
        tone: 'bad' as const,
        action: <ShowCell show={() => goToCell(error.column ?? 0)} />,
      })),
    ...infos.map((text) => ({ text })),
  ]
  return notes.length > 0 ? notes : keyHint
}

const keyHint = [{ text: 'Enter edits a cell, Escape cancels.' }]

function ShowCell({ show }: { show: () => void }) {
  return (
    <Anchor component="button" type="button" inherit onClick={show}>
      Show it
    </Anchor>
  )
}

/** Maximum number of allowed values that are named. */
const maxNamed = 8

function formatList(values: readonly string[]): string {
  const named = values.slice(0, maxNamed).join(', ')
  return values.length > maxNamed ? `${named} and ${formatNumber(values.length - maxNamed)} more` : named
}

function existingText(link: string | null): string {
  return `Your library already has this link${link === null ? '.' : `: ${link}`}`
}
