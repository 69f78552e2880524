import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CallOutput } from '../../../../contract/app/calls/calls.ts'
import { refreshChangedLinks } from '../../../api/runs.ts'
import { RunHead } from '../head/RunHead.tsx'
import { RunReading } from '../head/RunReading.tsx'
import { RunProgress } from '../run/RunProgress.tsx'
import { ChangeActions } from './ChangeActions.tsx'
import { ChangeRows } from './ChangeRows.tsx'
import { planText } from './changeTexts.ts'
import { DryRun } from './DryRun.tsx'
import { resultText } from '../shared/resultText.ts'
import { QuietText } from '../../../ui/variants.ts'
import bulk from '../shared/bulk.module.css'

/** Shows a change run: its dry run, then its progress and results. */
export function ChangeRunView({ run, throughput, isBehind }: CallOutput<'runs.get'>) {
  const client = useQueryClient()
  const isOver = run.state === 'done' || run.state === 'cancelled'
  // When the run pauses or ends, other screens may still show the links as they were before.
  useEffect(() => void refreshChangedLinks(client), [client, run.state])
  return (
    <div className={bulk['screen']}>
      <RunHead run={run} step={null} isBehind={isBehind} throughput={throughput} />
      <QuietText px="var(--gutter)" pb={10}>
        {planText(run)}
      </QuietText>
      {run.state === 'preparing' && <RunReading run={run} isAlwaysShown />}
      {run.state === 'preparing' && <DryRun run={run} />}
      {run.state !== 'preparing' && !isOver && (
        <RunProgress run={run} throughput={throughput} isBehind={isBehind} />
      )}
      {run.state !== 'preparing' && (
        <ChangeRows
          run={run}
          label="Results"
          sentence={isOver ? resultText(run) : null}
          isClean={run.counts.failed + run.counts.unknown + run.counts.faulty === 0}
        >
          <ChangeActions run={run} isOver={isOver} />
        </ChangeRows>
      )}
    </div>
  )
}
