import { Anchor, Button, Group } from '@mantine/core'
import { CircleAlert, Info, Keyboard } from 'lucide-react'
import { isAboutList } from '../../../../contract/app/rules/fieldCheck.ts'
import type { Run, RunRow } from '../../../../contract/app/runs/run.ts'
import { useRunAction } from '../../../api/runs.ts'
import { formatNumber } from '../../../ui/formatCount.ts'
import { ReplaceMatching } from './ReplaceMatching.tsx'
import { namedError } from '../../../../contract/app/runs/outcomes.ts'
import { describeLeftOut } from '../../../../contract/app/runs/mapping/sources.ts'
import { changedByRulesText } from '../rows/changedByRulesText.ts'
import { isRepeated } from '../rows/rowStates.ts'
import type { AllowedValues } from '../shared/useAllowedValues.ts'
import stepStyles from '../shared/step.module.css'

interface CellErrorBarProps {
  run: Run
  allowed: AllowedValues
  /** The selected row; `null` while it loads. */
  row: RunRow | null
  /** Index of the focused column in the table; -1 if the app added the column. */
  column: number
  label: string
  /** Focuses a cell of the row. */
  goToColumn: (column: number) => void
}

/** Shows the errors and warnings of the focused cell, with actions. Its height stays the same without any. */
export function CellErrorBar({ run, allowed, row, column, label, goToColumn }: CellErrorBarProps) {
  if (!row) return <div className={stepStyles['rowBar']} />
  const text = row.cells[column] ?? ''
  // An error of the whole row, such as one in a field that is the same for every link, isn't fixed by changing this
  // cell.
  const isCellWrong = [...row.errors, ...row.warnings].some((message) => message.column === column)
  const choices = isCellWrong ? allowed(column, row) : []
  return (
    <div className={stepStyles['rowBar']} data-print="hidden" role="group" aria-label="Selected cell">
      <div className={stepStyles['rowText']}>
        <strong>
          Row {row.number.toLocaleString()}
          {label !== '' && ` · ${label}`}
        </strong>
        <CellText {...{ run, row, column, goToColumn }} choices={choices} />
      </div>
      <Group gap="xs">
        {column >= 0 && isCellWrong && (
          <ReplaceMatching
            key={`${String(column)} ${text}`}
            run={run}
            column={column}
            text={text}
            label={label}
            choices={choices}
          />
        )}
        {row.state !== 'existing' && <SkipButton run={run} row={row} />}
      </Group>
    </div>
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

interface CellTextProps extends Pick<CellErrorBarProps, 'run' | 'column' | 'goToColumn'> {
  row: RunRow
  /** The values that the rules allow in the cell. */
  choices: readonly string[]
}

/** Shows the errors, warnings and notes of a cell, or a hint about keys if there are none. */
function CellText({ run, row, column, goToColumn, choices }: CellTextProps) {
  const { errors, warnings, elsewhere } = listMessages(row, column)
  const existing = row.state === 'existing' && !isRepeated(row) && existingText(row.link)
  const leftOut = describeLeftOut(run.mapping.columns[column], row.cells[column] ?? '')
  const changeByRules = row.changedByRules.find((cell) => cell.column === column)
  const isUnlisted = [...errors, ...warnings].some(
    (message) => message.column === column && isAboutList(message.text),
  )
  const notes = [
    isUnlisted && choices.length > 0 && `Allowed: ${formatList(choices)}.`,
    changeByRules !== undefined && changedByRulesText(changeByRules.before),
    leftOut,
    existing,
  ].filter((note) => note !== false && note !== null)
  const canReadSilently = errors.length + warnings.length + elsewhere.length + notes.length === 0
  return (
    <>
      {errors.map((error) => (
        <span key={error.text} data-tone="bad">
          <CircleAlert size={14} aria-hidden /> {error.text}
        </span>
      ))}
      {warnings.map((warning) => (
        <span key={warning.text} data-tone="warn">
          <Info size={14} aria-hidden /> {warning.text}
        </span>
      ))}
      {elsewhere.map((error) => (
        <span key={error.text} data-tone="bad">
          <CircleAlert size={14} aria-hidden /> {namedError(error, run.header)}{' '}
          {error.column !== null && (
            <Anchor component="button" type="button" inherit onClick={() => goToColumn(error.column ?? 0)}>
              Show it
            </Anchor>
          )}
        </span>
      ))}
      {notes.map((note) => (
        <span key={note}>
          <Info size={14} aria-hidden /> {note}
        </span>
      ))}
      {canReadSilently && (
        <span>
          <Keyboard size={14} aria-hidden />
          Enter edits a cell, Escape cancels, F8 goes to the next error.
        </span>
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

/** Leaves a row out, or includes it again. */
function SkipButton({ run, row }: { run: Run; row: RunRow }) {
  const skip = useRunAction('runs.skip')
  const isSkipped = row.state === 'skipped'
  const toggle = () => skip.mutate({ id: run.id, which: [row.number], skip: !isSkipped })
  return (
    <Button size="compact-sm" variant="default" loading={skip.isPending} onClick={toggle}>
      {isSkipped ? 'Include this row' : 'Leave this row out'}
    </Button>
  )
}
