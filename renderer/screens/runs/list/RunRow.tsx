import type { Run } from '../../../../contract/runs/run.ts'
import { runPath } from '../../../session/routes.ts'
import { Badge, EnvironmentBadge } from '../../../ui/Badge.tsx'
import { RowLink } from '../../../ui/RowLink.tsx'
import { shorten } from '../../../ui/shorten.ts'
import { formatTime } from '../../../ui/formatTime.ts'
import { runStates } from '../shared/runStates.ts'
import { CountsBar } from './CountsBar.tsx'
import styles from './list.module.css'

/** Shows a run as a row: its name, target and results. */
export function RunRow({ run }: { run: Run }) {
  const { label, tone } = runStates[run.state]
  return (
    <tr>
      <td className={styles['name']}>
        <RowLink href={runPath(run.id)} title={run.name}>
          {shorten(run.name, 90)}
        </RowLink>
        <span className={styles['under']}>{formatTime(run.startedAt ?? run.createdAt)}</span>
      </td>
      <td>
        <span className={styles['where']}>
          <span>{run.profileName}</span>
          <EnvironmentBadge environment={run.environment} />
        </span>
      </td>
      <td>
        <CountsBar run={run} />
      </td>
      <td>
        <Badge tone={tone}>{label}</Badge>
      </td>
    </tr>
  )
}
