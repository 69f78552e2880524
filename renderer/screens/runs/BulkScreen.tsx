import { useState } from 'react'
import { useLocation, useParams, useSearch } from 'wouter'
import { Box } from '@mantine/core'
import type { Run } from '../../../contract/app/runs/run.ts'
import { missingAs } from '../../api/problemError.ts'
import { useRun } from '../../api/runs.ts'
import { runPath, type RunStepName } from '../../session/routes.ts'
import { Loading } from '../../ui/Loading.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { CheckStep } from './check/CheckStep.tsx'
import { NewRun } from './create/NewRun.tsx'
import { RunsList } from './list/RunsList.tsx'
import { MapStep } from './map/MapStep.tsx'
import { RunHead } from './head/RunHead.tsx'
import { RunReading } from './head/RunReading.tsx'
import { RunStep } from './run/RunStep.tsx'
import { StartPanel } from './run/StartPanel.tsx'
import { currentStep, openingStep } from './head/steps.ts'
import styles from './shared/bulk.module.css'
import { ChangeRunView } from './changes/ChangeRunView.tsx'
import { SmallButton } from '../../ui/variants.ts'

/** Shows the list of runs, the start of a new run, or one run. */
export default function BulkScreen() {
  const { id } = useParams<{ id?: string }>()
  if (id === undefined) return <RunsList />
  if (id === 'change') return <NewRun key={id} kind="change" />
  return id === 'new' ? <NewRun key={id} kind="create" /> : <RunScreen key={id} id={id} />
}

/** Shows one run at its current step. */
function RunScreen({ id }: { id: string }) {
  const read = useRun(id)
  const [, go] = useLocation()
  if (read.isPending) return <Loading label="Loading the run" />
  if (!read.data) {
    return (
      <Box py="lg" px="var(--gutter)">
        <ProblemView
          problem={missingAs('run_not_found', read.error.problem)}
          actions={<SmallButton onClick={() => go('/bulk')}>All runs</SmallButton>}
        />
      </Box>
    )
  }
  if (read.data.run.change === null) return <LoadedRun key={id} {...read.data} />
  return <ChangeRunView {...read.data} />
}

function LoadedRun({ run, throughput, isBehind, following }: NonNullable<ReturnType<typeof useRun>['data']>) {
  const [, go] = useLocation()
  // Kept in state: after a change of many cells, the rows count as unchecked for a moment. The step must not change
  // then.
  const [openedAt] = useState(openingStep(run))
  const step = currentStep(run, new URLSearchParams(useSearch()).get('step'), openedAt)
  const goToStep = (name: RunStepName) => () => go(runPath(run.id, name))
  return (
    <div className={styles['screen']}>
      <RunHead run={run} step={step} isBehind={isBehind} throughput={throughput} />
      {!hasStarted(run) && <RunReading run={run} isAlwaysShown={step === 'columns'} />}
      {step === 'columns' && <MapStep run={run} onContinue={goToStep('check')} />}
      {step === 'check' && <CheckStep run={run} onContinue={goToStep('create')} />}
      {step === 'create' && hasStarted(run) && <RunStep {...{ run, throughput, isBehind, following }} />}
      {step === 'create' && !hasStarted(run) && <StartPanel run={run} following={following} />}
    </div>
  )
}

function hasStarted({ state }: Run): boolean {
  return state !== 'preparing'
}
