import { Link } from 'wouter'
import { useSession } from '../../../session/Session.tsx'
import { EnvironmentBadge } from '../../../ui/Badge.tsx'
import { ProblemView } from '../../../ui/problem/ProblemView.tsx'
import { ListsForm } from './ListsForm.tsx'
import { ReadingTable } from './ReadingTable.tsx'
import { TableSource } from './TableSource.tsx'
import { useNewRun } from './useNewRun.ts'
import styles from './create.module.css'

/** Selects where a new run's rows come from. */
export function NewRun() {
  const { step, take, takeFile, takeSheet, back } = useNewRun()
  const { current } = useSession()
  if (step.at !== 'choosing') return <ReadingTable step={step} takeSheet={takeSheet} back={back} />
  return (
    <div className={styles['page']}>
      <p className={styles['lede']}>
        Every row becomes one link in <strong>{current.profile.name}</strong>{' '}
        <EnvironmentBadge environment={current.environment} />. You check everything before the first one is
        made.
      </p>
      {step.problem && <ProblemView problem={step.problem} />}
      <TableSource
        takeFile={takeFile}
        takePasted={(text, html) => take({ kind: 'pasted', text, html }, 'what you pasted')}
      />
      <ListsForm take={(lists) => take({ kind: 'lists', lists }, 'your lists')} />
      <OtherSources />
    </div>
  )
}

/** Offers other sources of rows. */
function OtherSources() {
  return (
    <section className={styles['others']} aria-labelledby="bulk-others">
      <h2 id="bulk-others">More ways to begin</h2>
      <ul>
        <li>
          <strong>From links you already have.</strong> Select them in <Link href="/links">Links</Link>, then
          choose <em>Make more like these</em>.
        </li>
        <li>
          <strong>From another service.</strong> Choose a file exported from Bitly, Dub, Firebase, Kutt,
          Rebrandly, Shlink, Short.io, Sink or YOURLS. Linkwright knows its columns.
        </li>
      </ul>
    </section>
  )
}
