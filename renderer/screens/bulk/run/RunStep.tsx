import type { Run, RunThroughput } from '../../../../contract/runs/run.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { Results } from '../results/Results.tsx'
import { FirstLink } from './FirstLink.tsx'
import { RunProgress } from './RunProgress.tsx'
import styles from './run.module.css'

/** How the links of a run are getting on, or what became of them. */
export function RunStep({ run, pulse: throughput }: { run: Run; pulse: RunThroughput | null }) {
  if (run.state === 'tried') return <FirstLink run={run} />
  if (run.state === 'trying') {
    return (
      <div className={styles['start']}>
        <Loading label="Creating the first link" />
      </div>
    )
  }
  const isOver = run.state === 'done' || run.state === 'cancelled'
  return (
    <>
      {!isOver && <RunProgress run={run} pulse={throughput} />}
      <Results run={run} isOver={isOver} />
    </>
  )
}
