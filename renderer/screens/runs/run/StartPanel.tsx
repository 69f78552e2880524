import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { columnsInTexts } from '../../../../contract/app/runs/mapping/sources.ts'
import type { Run } from '../../../../contract/app/runs/run.ts'
import { useIsChecking, useRunAction } from '../../../api/runs.ts'
import { runPath } from '../../../session/routes.ts'
import { useSession } from '../../../session/Session.tsx'
import { TargetFields } from '../../../session/TargetFields.tsx'
import { shorten } from '../../../ui/shorten.ts'
import { formatCount, formatNumber } from '../../../ui/formatCount.ts'
import { Causes } from '../check/Causes.tsx'
import { checkSentence } from '../check/checkSentence.ts'
import { RunProblem } from '../shared/RunProblem.tsx'
import { environmentFrame, useStart } from './useStart.tsx'
import { QuietText } from '../../../ui/variants.ts'
import styles from './run.module.css'

interface StartPanelProps {
  run: Run
  /** Number of links of the runs of the same file that follow. */
  following: number
}

/**
 * Selects where to create the links, and starts with the first one. In production, the user types their number first.
 */
export function StartPanel({ run, following }: StartPanelProps) {
  const ready = run.counts.ready + following
  const { profiles } = useSession().state
  const { start, isProduction, submit, confirmation, button } = useStart(run, ready, 'These links go live.')
  const change = useRunAction('runs.change')
  // Both calls check the rows. Until they are done, the counts are those of the previous check.
  const isJobChecking = useIsChecking(run.id)
  const isChecking = [change.isPending, start.isPending, isJobChecking, run.comparing].includes(true)
  const isBlocked = isChecking || run.counts.ready === 0 || !run.checked
  return (
    <div className={styles['page']}>
      {/* It has a form of its own, for the key. */}
      <RunProblem run={run} problem={start.error?.problem ?? run.problem} />
      <Stack component="form" gap={20} onSubmit={submit} aria-label="Create">
        {!isChecking && <UnfinishedRows run={run} />}
        <Text fz="lg" fw={600}>
          {headline(ready, isChecking)}
        </Text>
        <UnusedColumns run={run} />
        <Box {...environmentFrame(run)}>
          <TargetFields
            {...{ profiles, profileId: run.profileId, environment: run.environment }}
            disabled={change.isPending}
            choose={(target) => {
              start.reset()
              change.mutate({ id: run.id, ...target })
            }}
          />
        </Box>
        {confirmation}
        <div>
          <Button {...button} disabled={isBlocked || button.disabled}>
            {buttonLabel(ready, isProduction)}
          </Button>
        </div>
        {ready > 1 && (
          <QuietText>
            You review the first link before the other {formatNumber(ready - 1)} {ready === 2 ? 'is' : 'are'}{' '}
            created.
          </QuietText>
        )}
      </Stack>
    </div>
  )
}

/** Lists the columns that no link uses, so that none is left out unnoticed. */
function UnusedColumns({ run: { header, mapping } }: { run: Run }) {
  const inTexts = columnsInTexts(header, mapping)
  const isUsed = (column: number) =>
    inTexts.has(column) || (mapping.columns[column]?.to ?? 'nothing') !== 'nothing'
  const names = header.filter((name, column) => name.trim() !== '' && !isUsed(column))
  if (names.length === 0) return null
  return <QuietText>Columns not used: {shorten(names.join(', '), 400)}.</QuietText>
}

function headline(ready: number, isChecking: boolean): string {
  if (isChecking) return 'Checking the rows…'
  return ready === 0 ? 'No row is ready' : `${formatCount(ready, 'link')} to create`
}

function buttonLabel(ready: number, isProduction: boolean): string {
  const what = ready > 1 ? 'Create the first link' : 'Create the link'
  return isProduction ? `${what} in production` : what
}

/** Repeats what the check found: which rows the run skips, and what it sends in spite of a warning, or that it was cancelled. */
function UnfinishedRows({ run }: { run: Run }) {
  const [, go] = useLocation()
  const { faulty, existing } = run.counts
  if (run.checked && faulty + existing + run.withWarnings === 0) return null
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <CircleAlert size={17} />
        <strong>{checkSentence(run)}</strong>
        <Link href={runPath(run.id, 'check')}>Review the rows</Link>
      </Group>
      {faulty + existing > 0 && (
        <QuietText>Rows with errors, and those that exist or repeat, will be skipped.</QuietText>
      )}
      <Causes run={run} show="all" setShow={(show) => go(runPath(run.id, 'check', show))} canFix={false} />
    </Stack>
  )
}
