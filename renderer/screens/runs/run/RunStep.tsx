import { Loading } from '../../../ui/Loading.tsx'
import { Results } from '../results/Results.tsx'
import { FirstLink } from './FirstLink.tsx'
import { RunProgress } from './RunProgress.tsx'
import type { RunProgressProps } from './RunProgress.tsx'
import styles from './run.module.css'

/** The progress of a run, and its results. */
export function RunStep({ run, pulse: throughput, isBehind }: RunProgressProps) {
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
      {!isOver && <RunProgress run={run} pulse={throughput} isBehind={isBehind} />}
      <Results run={run} isOver={isOver} />
    </>
  )
}
