import { Text } from '@mantine/core'
import { Link } from 'wouter'
import type { Run, RunRow } from '../../../../contract/app/runs/run.ts'
import { linkPath } from '../../../session/routes.ts'
import { LongText } from '../../../ui/LongText.tsx'
import { ProblemDetails } from '../../../ui/problem/ProblemView.tsx'
import { RowBar, RowText, SkipButton } from '../rows/RowBar.tsx'
import { changeLines, rowReason } from './changeTexts.ts'

/** Shows all changes in the focused row, or why it isn't changed. */
export function ChangeRowBar({ run, row }: { run: Run; row: RunRow }) {
  const { state, warnings, problem, linkId } = row
  const reason = rowReason(row, run)
  const canSkip = run.state === 'preparing' && (state === 'skipped' || state === 'ready')
  return (
    <RowBar label="Selected row" row={row} actions={canSkip && <SkipButton run={run} row={row} />}>
      {changeLines(row).map(({ names, from, to }) => (
        <Text key={names} span inherit c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {names}: <LongText text={from} max={90} /> → <LongText text={to} max={90} />
        </Text>
      ))}
      {reason && (
        <RowText tone={state === 'existing' ? undefined : state === 'unknown' ? 'warn' : 'bad'}>
          {reason}
        </RowText>
      )}
      {warnings.map(({ text }) => (
        <RowText key={text} tone="warn">
          {text}
        </RowText>
      ))}
      {problem && <ProblemDetails problem={problem} />}
      {linkId !== null && <Link href={linkPath(linkId)}>Open the link</Link>}
    </RowBar>
  )
}
