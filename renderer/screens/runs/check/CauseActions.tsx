import { Button, Select } from '@mantine/core'
import { KeyRound, WandSparkles } from 'lucide-react'
import type { CallOutput } from '../../../../contract/app/calls/calls.ts'
import { causeFilter, type FixTarget } from '../../../../contract/app/calls/runs/runs.ts'
import type { Run } from '../../../../contract/app/runs/run.ts'
import { offerUndo } from '../../../api/offerUndo.ts'
import { useRunAction, useRunMutation } from '../../../api/runs.ts'
import { formatCount, formatNumber } from '../../../ui/formatCount.ts'
import { shorten } from '../../../ui/shorten.ts'
import { toColumnUse } from '../map/fieldChoices.ts'
import { useAllowedValues } from '../shared/useAllowedValues.ts'
import { FillIn } from './FillIn.tsx'
import { useCellChange } from './useCellChange.ts'
import { useSkipRows } from './useSkipRows.ts'

type Cause = CallOutput<'runs.causes'>['causes'][number]

interface CauseActionsProps {
  run: Run
  cause: Cause
  /** Called when the rows no longer have the problem. */
  done: () => void
}

/** Offers what removes a problem from all its rows: its fix, an allowed value, another use of the column, or leaving them out. */
export function CauseActions(props: CauseActionsProps) {
  const { run, cause } = props
  const { fix, columns, kind, field, isError } = cause
  const allowed = useAllowedValues(run)
  const [column] = columns
  const choices = column !== undefined && kind === 'unlisted' ? allowed(column) : []
  const isData = (index: number) => {
    const use = run.mapping.columns[index]
    return use?.to === 'field' && use.field === 'data'
  }
  const fill = kind === 'missing' && field && <FillIn {...props} field={field} allowed={allowed(field)} />
  if (fix)
    return (
      <>
        {fill}
        <FixRows {...props} fix={fix} />
      </>
    )
  return (
    <>
      {fill}
      {isError && column !== undefined && isData(column) && <UseAsKey {...props} column={column} />}
      {choices.length > 0 && <ChooseValue {...props} choices={choices} />}
      <LeaveOut {...props} />
    </>
  )
}

/** What the button of a fix says, for one row and for several. */
const fixTexts: Record<Exclude<FixTarget, 'choice'>, readonly [one: string, many: string]> = {
  addresses: ['Fix it', 'Fix all'],
  wrappers: ['Use the address inside', 'Unwrap all'],
  values: ['Fix it', 'Fix all'],
  misfits: ['Repair it', 'Repair all'],
  // A medium without a channel in Google Analytics is replaced by the closest one that has a channel.
  channels: ['Change the medium', 'Change all'],
  rules: ['Apply the rules', 'Apply the rules to all'],
  addressRules: ['Fix the tracking', 'Fix all'],
  suggestions: ['Fix it', 'Fix all'],
  // Another link or an earlier row has the path.
  paths: ['Add a number', 'Add -2, -3… to all'],
}

type Fix = NonNullable<Cause['fix']>

/** What the button of a fix says for a missing value. */
const fillTexts = ['Fill it in', 'Fill in all'] as const

function fixLabel({ rows, kind }: Cause, { what, rows: fixable }: Fix): string {
  if (fixable < rows || what === 'choice') return `Fix ${formatNumber(fixable)} of ${formatNumber(rows)}`
  const [one, many] = kind === 'missing' ? fillTexts : fixTexts[what]
  return rows === 1 ? one : `${many} ${formatNumber(rows)}`
}

/** Fixes one problem in all its rows, with undo. */
function FixRows({ run, cause, fix, done }: CauseActionsProps & { fix: Fix }) {
  const describe = () => `${formatCount(fix.rows, 'row')} fixed`
  const mend = useCellChange('runs.fix', run.id, { describe, done })
  const label = fixLabel(cause, fix)
  return (
    <Button
      size="compact-sm"
      leftSection={<WandSparkles size={14} aria-hidden />}
      aria-label={`${label}: ${shorten(cause.text, 100)}`}
      loading={mend.isPending}
      onClick={() => mend.mutate({ id: run.id, what: fix.what, cause: cause.key })}
    >
      {label}
    </Button>
  )
}

/** Replaces values that the rules don't list with an allowed one, with undo. */
function ChooseValue({ run, cause, done, choices }: CauseActionsProps & { choices: readonly string[] }) {
  const describe = () => `${formatCount(cause.rows, 'row')} fixed`
  const replace = useCellChange('runs.fix', run.id, { describe, done })
  const label = cause.rows === 1 ? 'Replace it with' : `Replace all ${formatNumber(cause.rows)} with`
  return (
    <Select
      size="xs"
      w={200}
      searchable
      limit={50}
      data={choices}
      value={null}
      placeholder={`${label}…`}
      aria-label={`${label}: ${shorten(cause.text, 100)}`}
      disabled={replace.isPending}
      onChange={(by) => {
        if (by !== null) replace.mutate({ id: run.id, what: 'choice', cause: cause.key, by })
      }}
    />
  )
}

/** Uses a column that isn't app data as a whole as one key in the app data, with undo. */
function UseAsKey({ run, done, column }: CauseActionsProps & { column: number }) {
  const map = useRunMutation('runs.map')
  const { id, mapping, header } = run
  const name = header[column] ?? ''
  const use = useRunAction('runs.map', () => {
    done()
    offerUndo({
      message: `${shorten(name, 40) || 'The column'} is now a key in the app data`,
      undo: () => map.mutateAsync({ id, mapping }),
    })
  })
  const columns = mapping.columns.with(column, toColumnUse('data', name))
  return (
    <Button
      size="compact-sm"
      leftSection={<KeyRound size={14} aria-hidden />}
      loading={use.isPending}
      onClick={() => use.mutate({ id, mapping: { ...mapping, columns } })}
    >
      Use it as a key in the app data
    </Button>
  )
}

/** Leaves the rows with a problem out, with undo. */
function LeaveOut({ run, cause: { key, text, rows }, done }: CauseActionsProps) {
  const leaveOut = useSkipRows(run)
  const label = rows === 1 ? 'Leave it out' : `Leave out ${formatNumber(rows)}`
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`${label}: ${shorten(text, 100)}`}
      onClick={() => {
        leaveOut(`${causeFilter}${key}`, rows)
        done()
      }}
    >
      {label}
    </Button>
  )
}
