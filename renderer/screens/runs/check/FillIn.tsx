import { ActionIcon, Autocomplete } from '@mantine/core'
import { CornerDownLeft } from 'lucide-react'
import { useState } from 'react'
import { knownMediums } from '../../../../contract/app/channels/nearest.ts'
import type { RowField } from '../../../../contract/app/runs/mapping/mapping.ts'
import type { Run } from '../../../../contract/app/runs/run.ts'
import type { CallOutput } from '../../../../contract/app/calls/calls.ts'
import { formatCount, formatNumber } from '../../../ui/formatCount.ts'
import { shorten } from '../../../ui/shorten.ts'
import { useCellChange, useMappingChange } from './useCellChange.ts'

interface FillInProps {
  run: Run
  cause: CallOutput<'runs.causes'>['causes'][number]
  /** Called when the rows no longer have the problem. */
  showAll: () => void
  field: RowField
  allowed: readonly string[]
}

/**
 * Fills in a missing value, or replaces one that the rules don't list, in all rows: in their cells, or, if the table has no
 * such column, as the same for every link.
 */
export function FillIn({ run, cause, showAll, field, allowed }: FillInProps) {
  const { id, mapping } = run
  const [text, setText] = useState('')
  const isMissing = cause.kind === 'missing'
  const message = `${formatCount(cause.rows, 'row')} ${isMissing ? 'filled in' : 'changed'}`
  const fillCells = useCellChange(id, { describe: () => message, done: showAll })
  const fillAll = useMappingChange(run, message, showAll)
  const fill = (by: string) => {
    if (by.trim() === '') return
    if (cause.columns.length > 0) fillCells.mutate({ id, what: 'choice', cause: cause.key, by })
    else fillAll.mutate({ id, mapping: { ...mapping, template: { ...mapping.template, [field]: by } } })
  }
  const doing = isMissing ? 'Fill in' : 'Replace'
  const label = cause.rows === 1 ? doing : `${doing} all ${formatNumber(cause.rows)} with`
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        fill(text)
      }}
    >
      <Autocomplete
        size="xs"
        w={190}
        limit={50}
        data={[...(allowed.length === 0 && field === 'tracking_medium' ? knownMediums : allowed)]}
        value={text}
        placeholder={`${label}…`}
        aria-label={`${label}: ${shorten(cause.text, 100)}`}
        disabled={fillCells.isPending || fillAll.isPending}
        onChange={setText}
        onOptionSubmit={fill}
        rightSection={
          text.trim() !== '' && (
            <ActionIcon type="submit" size="sm" variant="subtle" aria-label={doing}>
              <CornerDownLeft size={14} />
            </ActionIcon>
          )
        }
      />
    </form>
  )
}
