import { Text } from '@mantine/core'
import { Link } from 'wouter'
import type { Run, RunRow } from '../../../../contract/app/runs/run.ts'
import { linkPath } from '../../../session/routes.ts'
import { LongText } from '../../../ui/LongText.tsx'
import { RowBar, SkipButton, type RowNote } from '../rows/RowBar.tsx'
import { changeLines, rowReason } from './changeTexts.ts'

/** Shows all changes in the focused row, or why it isn't changed. */
export function ChangeRowBar({ run, row }: { run: Run; row: RunRow }) {
  const { state, warnings, linkId } = row
  const reason = rowReason(row, run)
  const canSkip = run.state === 'preparing' && (state === 'skipped' || state === 'ready')
  const tone = state === 'existing' ? undefined : state === 'unknown' ? 'warn' : 'bad'
  const notes: RowNote[] = warnings.map(({ text }) => ({ text, tone: 'warn' }))
  const actions = (
    <>
      {linkId !== null && <Link href={linkPath(linkId)}>Open the link</Link>}
      {canSkip && <SkipButton run={run} row={row} />}
    </>
  )
  return (
    <RowBar
      label="Selected row"
      row={row}
      notes={reason === '' ? notes : [{ text: reason, tone }, ...notes]}
      actions={actions}
    >
      {changeLines(row).map(({ names, from, to }) => (
        <Text key={names} span inherit c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {names}: <LongText text={from} max={90} /> → <LongText text={to} max={90} />
        </Text>
      ))}
    </RowBar>
  )
}
