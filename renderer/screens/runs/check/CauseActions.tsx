import { Button } from '@mantine/core'
import { KeyRound, WandSparkles } from 'lucide-react'
import type { CallOutput } from '../../../../contract/app/calls/calls.ts'
import type { FixTarget } from '../../../../contract/app/calls/runs/runs.ts'
import type { Run } from '../../../../contract/app/runs/run.ts'
import { formatCount, formatNumber } from '../../../ui/formatCount.ts'
import { shorten } from '../../../ui/shorten.ts'
import { toColumnUse } from '../map/fieldChoices.ts'
import { useAllowedValues } from '../shared/useAllowedValues.ts'
import { FillIn } from './FillIn.tsx'
import { useCellChange, useMappingChange } from './useCellChange.ts'

type Cause = CallOutput<'runs.causes'>['causes'][number]

interface CauseActionsProps {
  run: Run
  cause: Cause
  /** Called when the rows no longer have the problem. */
  showAll: () => void
}

/** Offers what removes a problem from all its rows: its fix, an allowed value, another use of the column, or leaving them out. */
export function CauseActions(props: CauseActionsProps) {
  const { run, cause } = props
  const { fix, columns, kind, field, isError, rows } = cause
  const allowed = useAllowedValues(run)
  const [column] = columns
  const isData = (index: number) => {
    const use = run.mapping.columns[index]
    return use?.to === 'field' && use.field === 'data'
  }
  const needsValue = kind === 'missing' || (kind === 'unlisted' && !fix)
  const leaveOutLabel = rows === 1 ? 'Leave it out' : `Leave out ${formatNumber(rows)}`
  return (
    <>
      {needsValue && field && <FillIn {...props} field={field} allowed={allowed(field)} />}
      {!fix && isError && column !== undefined && isData(column) && <UseAsKey {...props} column={column} />}
      {fix ? (
        <FixButton {...props} what={fix.what} label={fixLabel(cause, fix)} done="fixed" />
      ) : (
        <FixButton {...props} what="leaveOut" label={leaveOutLabel} done="left out" />
      )}
    </>
  )
}

/** What the button of a fix says, for one row and for several, if it isn't just *Fix*. */
const fixTexts: Partial<Record<FixTarget, readonly [one: string, many: string]>> = {
  wrappers: ['Use the address inside', 'Unwrap all'],
  misfits: ['Repair it', 'Repair all'],
  // A medium without a channel in Google Analytics is replaced by the closest one that has a channel.
  channels: ['Change the medium', 'Change all'],
  rules: ['Apply the rules', 'Apply the rules to all'],
  // Another link or an earlier row has the path.
  paths: ['Add a number', 'Add -2, -3… to all'],
}

type Fix = NonNullable<Cause['fix']>

function fixLabel({ rows, kind }: Cause, { what, rows: fixable }: Fix): string {
  if (fixable < rows) return `Fix ${formatNumber(fixable)} of ${formatNumber(rows)}`
  const texts = kind === 'missing' ? (['Fill it in', 'Fill in all'] as const) : fixTexts[what]
  const [one, many] = texts ?? ['Fix it', 'Fix all']
  return rows === 1 ? one : `${many} ${formatNumber(rows)}`
}

interface FixButtonProps extends CauseActionsProps {
  what: FixTarget
  label: string
  /** What then was done to the rows. */
  done: string
}

/** Fixes a problem in all its rows, or leaves them out, with undo. */
function FixButton({ run, cause, showAll, what, label, done }: FixButtonProps) {
  const describe = (changed: number) => `${formatCount(changed, 'row')} ${done}`
  const fix = useCellChange(run.id, { describe, done: showAll })
  return (
    <Button
      size="compact-sm"
      {...(what === 'leaveOut' ? { variant: 'default' } : { leftSection: <WandSparkles size={14} /> })}
      aria-label={`${label}: ${shorten(cause.text, 100)}`}
      loading={fix.isPending}
      onClick={() => fix.mutate({ id: run.id, what, cause: cause.key })}
    >
      {label}
    </Button>
  )
}

/** Uses a column that isn't app data as a whole as one key in the app data, with undo. */
function UseAsKey({ run, showAll, column }: CauseActionsProps & { column: number }) {
  const { mapping, header } = run
  const name = header[column] ?? ''
  const message = `${shorten(name, 40) || 'The column'} is now a key in the app data`
  const use = useMappingChange(run, message, showAll)
  const columns = mapping.columns.with(column, toColumnUse('data', name))
  return (
    <Button
      size="compact-sm"
      leftSection={<KeyRound size={14} />}
      loading={use.isPending}
      onClick={() => use.mutate({ id: run.id, mapping: { ...mapping, columns } })}
    >
      Use it as a key in the app data
    </Button>
  )
}
