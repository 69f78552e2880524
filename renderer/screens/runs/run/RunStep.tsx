import { Loading } from '../../../ui/Loading.tsx'
import { Results } from '../results/Results.tsx'
import { FirstLink } from './FirstLink.tsx'
import { RunProgress } from './RunProgress.tsx'
import type { RunProgressProps } from './RunProgress.tsx'
import { useRunMutation } from '../../../api/runs.ts'
import { showProblemToast } from '../../../ui/problem/showProblem.tsx'
import { waitText } from './progressText.ts'
import styles from './run.module.css'

/** The progress of a run, and its results. */
export function RunStep({ run, pulse: throughput, isBehind }: RunProgressProps) {
  if (run.state === 'tried') return <FirstLink run={run} />
  if (run.state === 'trying') return <FirstLinkWait run={run} pulse={throughput} />
  const isOver = run.state === 'done' || run.state === 'cancelled'
  return (
    <>
      {!isOver && <RunProgress run={run} pulse={throughput} isBehind={isBehind} />}
      <Results run={run} isOver={isOver} />
    </>
  )
}

/** Shows the wait for the first link. A silent service can take long, so the wait can be cancelled and says why it lasts. */
function FirstLinkWait({ run, pulse: throughput }: Pick<RunProgressProps, 'run' | 'pulse'>) {
  const pause = useRunMutation('runs.pause')
  const cancel = () => pause.mutate({ id: run.id }, { onError: ({ problem }) => showProblemToast(problem) })
  return (
    <div className={styles['start']}>
      <Loading label="Creating the first link" cancel={cancel} />
      <p className={styles['why']} role="status">
        {waitText(run, throughput)}
      </p>
    </div>
  )
}
