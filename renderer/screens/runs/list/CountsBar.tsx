import type { Run } from '../../../../contract/runs/run.ts'
import { formatCount } from '../../../ui/formatCount.ts'
import { totalRows } from '../rows/useRunRows.ts'
import { countCreatable, outcomeText } from '../shared/runStates.ts'
import styles from './list.module.css'

/** The outcomes of the rows, as a small bar and in numbers. */
export function CountsBar({ run }: { run: Run }) {
  const { created, failed, unknown } = run.counts
  const all = Math.max(1, countCreatable(run))
  const share = (count: number) => `${String((count / all) * 100)}%`
  return (
    <span className={styles['counts']}>
      <span className={styles['countsBar']} aria-hidden>
        <span data-tone="good" style={{ width: share(created) }} />
        <span data-tone="bad" style={{ width: share(failed) }} />
        <span data-tone="warn" style={{ width: share(unknown) }} />
      </span>
      <span className={styles['under']}>
        {run.state === 'preparing' ? formatCount(totalRows(run), 'row') : outcomeText(run)}
      </span>
    </span>
  )
}
