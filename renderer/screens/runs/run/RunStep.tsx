import { Loading } from '../../../ui/Loading.tsx'
import { Results } from '../results/Results.tsx'
import { FirstLink } from './FirstLink.tsx'
import { RunProgress, type RunProgressProps } from './RunProgress.tsx'
import { useRunAction } from '../../../api/runs.ts'
import { waitText } from '../shared/progressText.ts'
import { QuietText } from '../../../ui/variants.ts'
import styles from './run.module.css'

/** Shows the first link of a run, or its progress and results. */
export function RunStep({ run, throughput, isBehind, following }: RunProgressProps & { following: number }) {
  if (run.state === 'tried') return <FirstLink run={run} following={following} />
  if (run.state === 'trying') return <FirstLinkWait run={run} throughput={throughput} />
  const isOver = run.state === 'done' || run.state === 'cancelled'
  return (
    <>
      {!isOver && <RunProgress run={run} throughput={throughput} isBehind={isBehind} />}
      <Results run={run} isOver={isOver} />
    </>
  )
}

/** Shows that the first link is being created. That can take long, so the user sees why and can cancel. */
function FirstLinkWait({ run, throughput }: Pick<RunProgressProps, 'run' | 'throughput'>) {
  const pause = useRunAction('runs.move')
  const cancel = () => pause.mutate({ id: run.id, event: 'pause' })
  return (
    <div className={styles['page']}>
      <Loading label="Creating the first link" cancel={cancel} />
      <QuietText ta="center" role="status">
        {waitText(run, throughput)}
      </QuietText>
    </div>
  )
}
