import { Anchor, Group } from '@mantine/core'
import { Info, Keyboard } from 'lucide-react'
import type { Run, RunRow } from '../../../../contract/app/runs/run.ts'
import { formatNumber } from '../../../ui/formatCount.ts'
import { ReplaceMatching } from './ReplaceMatching.tsx'
import { namedError } from '../../../../contract/app/runs/outcomes.ts'
import { describeLeftOut } from '../../../../contract/app/runs/mapping/sources.ts'
import { describePipedTags } from '../../../../contract/app/runs/mapping/tags.ts'
import type { GridColumn } from '../rows/columns.ts'
import { RowBar, RowText, SkipButton } from '../rows/RowBar.tsx'
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
    <RowBar label="Selected cell" row={row} column={label} actions={actions}>
      <CellText {...{ run, row, goToCell, choices }} column={cell} />
    </RowBar>
  )
}

/** Returns the errors and warnings of a cell or its whole row, and the errors of other cells. */
function listMessages(row: RunRow, column: number) {
  const isHere = (at: number | null) => at === null || at === column
  const errors = row.errors.filter((error) => isHere(error.column))
  return {
    errors,
    warnings: row.warnings.filter((warning) => isHere(warning.column)),
    elsewhere: row.errors.filter((error) => !errors.includes(error)),
  }
}

interface CellTextProps extends Pick<CellErrorBarProps, 'run' | 'goToCell'> {
  row: RunRow
  /** Index of the cell; -1 if the app added the column. */
  column: number
  /** The values that the rules allow in the cell. */
  choices: readonly string[]
}

/** Shows the errors, warnings and notes of a cell, or a hint about keys if there are none. */
function CellText({ run, row, column, goToCell, choices }: CellTextProps) {
  const { errors, warnings, elsewhere } = listMessages(row, column)
  const existing = row.state === 'existing' && !isRepeated(row) && existingText(row.link)
  const [use, cell] = [run.mapping.columns[column], row.cells[column] ?? '']
  const changeByRules = row.changedByRules.find((cell) => cell.column === column)
  const isUnlisted = [...errors, ...warnings].some(
    (message) => message.column === column && message.kind === 'unlisted',
  )
  const notes = [
    isUnlisted && choices.length > 0 && `Allowed: ${formatList(choices)}.`,
    changeByRules !== undefined && changedByRulesText(changeByRules.before),
    describeLeftOut(use, cell),
    describePipedTags(use, cell),
    existing,
  ].filter((note) => note !== false && note !== null)
  const canReadSilently = errors.length + warnings.length + elsewhere.length + notes.length === 0
  return (
    <>
      {errors.map((error) => (
        <RowText key={error.text} tone="bad">
          {error.text}
        </RowText>
      ))}
      {warnings.map((warning) => (
        <RowText key={warning.text} tone="warn" icon={Info}>
          {warning.text}
        </RowText>
      ))}
      {elsewhere.map((error) => (
        <RowText key={error.text} tone="bad">
          {namedError(error, run.header)}{' '}
          {error.column !== null && (
            <Anchor component="button" type="button" inherit onClick={() => goToCell(error.column ?? 0)}>
              Show it
            </Anchor>
          )}
        </RowText>
      ))}
      {notes.map((note) => (
        <RowText key={note} icon={Info}>
          {note}
        </RowText>
      ))}
      {canReadSilently && (
        <RowText icon={Keyboard}>Enter edits a cell, Escape cancels, F8 goes to the next error.</RowText>
      )}
    </>
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
