import { useSyncExternalStore } from 'react'
import { useSession } from '../../../session/Session.tsx'
import { useProfileName } from '../../../session/useProfileName.ts'
import { findOne, useLearnt } from '../../../api/links.ts'
import type { LinkPath } from '../../../../contract/linkAddress.ts'
import { findPath } from '../../../../contract/windowPath.ts'
import type { AskedPlace } from '../../../../contract/windowPath.ts'
import { leftOf } from '../../../link/question.ts'
import { ManyTable } from './ManyTable.tsx'
import { Progress } from './Progress.tsx'
import { runOf } from './runs.tsx'
import styles from './many.module.css'

interface ManyLinksProps {
  text: string
  links: readonly LinkPath[]
  /** Where they are asked, if that is not left to the window. */
  asked: AskedPlace | null
}

/** Many links, each looked up at its own service: a table of answers. */
export function ManyLinks({ text, links, asked }: ManyLinksProps) {
  const { state, current } = useSession()
  const learnt = useLearnt()
  const left = leftOf(history.state)
  const place = asked ?? { profileId: current.profile.id, environment: current.environment }
  const path = findPath(text, asked ?? undefined)
  const run = runOf({ path, links, profiles: state.profiles, place, find: findOne, onFinished: learnt })
  const now = useSyncExternalStore(run.subscribe, run.state)
  const nameOf = useProfileName(now.lookups.flatMap(({ place }) => place?.profileId ?? []))
  return (
    <div className={styles['many']}>
      <Progress run={run} now={now} place={place} left={left} nameOf={nameOf} />
      <ManyTable lookups={now.lookups} profiles={state.profiles} nameOf={nameOf} />
    </div>
  )
}
