import { Link } from 'wouter'
import { isUnderWay, useRuns } from '../../api/runs.ts'
import { runPath } from '../../session/routes.ts'
import styles from './jobs.module.css'

/** The way to the run whose links are being made. */
export function RunLead() {
  const runs = useRuns('', 1).data?.runs ?? []
  const run = runs.find(({ state }) => state === 'running' || state === 'trying') ?? runs.find(isUnderWay)
  return (
    <Link href={run ? runPath(run.id) : '/bulk'} className={styles['lead'] ?? ''}>
      See the run
    </Link>
  )
}
