import { useSession } from '../../../session/Session.tsx'
import { EnvironmentBadge } from '../../../ui/Badge.tsx'
import { ProblemView } from '../../../ui/problem/ProblemView.tsx'
import { ListsForm } from './ListsForm.tsx'
import { OtherSources } from './OtherSources.tsx'
import { Reading } from './Reading.tsx'
import { TableSource } from './TableSource.tsx'
import { useNewRun } from './useNewRun.ts'
import styles from './create.module.css'

/** Where a new run takes its rows from. */
export function NewRun() {
  const { step, take, takeFile, takeSheet, back } = useNewRun()
  const { current } = useSession()
  if (step.at !== 'choosing') return <Reading step={step} takeSheet={takeSheet} back={back} />
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
