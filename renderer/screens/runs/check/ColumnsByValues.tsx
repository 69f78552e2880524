import { Link } from 'wouter'
import { guessMapping } from '../../../../contract/app/runs/mapping/guess.ts'
import { rowFieldLabel } from '../../../../contract/app/runs/mapping/mapping.ts'
import type { Run } from '../../../../contract/app/runs/run.ts'
import { runPath } from '../../../session/routes.ts'
import { shorten } from '../../../ui/shorten.ts'
import { QuietText } from '../../../ui/variants.ts'

/** Says which fields columns were taken for whose names don't say it, because the user may not have seen *Columns*. */
export function ColumnsByValues({ run: { id, header, mapping } }: { run: Run }) {
  const named = guessMapping(header, []).columns
  const guessed = mapping.columns.flatMap((use, column) => {
    if (use.to !== 'field' || named[column]?.to !== 'nothing') return []
    return [`${shorten(header[column] ?? '', 40)} as ${rowFieldLabel(use.field)}`]
  })
  if (guessed.length === 0) return null
  return (
    <QuietText px="var(--gutter)" pb={8} data-print="hidden">
      <span>Used by their values: {shorten(guessed.join(', '), 200)}.</span>{' '}
      <Link href={runPath(id, 'columns')}>Change the columns</Link>
    </QuietText>
  )
}
