import { useLocation, useParams } from 'wouter'
import { Search } from 'lucide-react'
import { Empty } from '../../ui/Empty.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { useFound } from '../../api/links.ts'
import { useSession } from '../../session/Session.tsx'
import { findPath, questionIn } from '../../session/routes.ts'
import { FindField } from './FindField.tsx'
import { FoundView } from './FoundView.tsx'
import { NotFound } from './NotFound.tsx'
import styles from './find.module.css'

/** One field that takes anything with a link in it, and says what that link is. */
export default function FindScreen() {
  const text = questionIn(useParams<{ text?: string }>().text ?? '')
  const [, go] = useLocation()
  const { current } = useSession()
  const place = { profileId: current.profile.id, environment: current.environment }
  const found = useFound(text === '' ? null : { text, ...place })
  return (
    <div className={styles['screen']}>
      <FindField key={text} initial={text} busy={found.isFetching} find={(wanted) => go(findPath(wanted))} />
      {text === '' && (
        <Empty icon={Search} title="What does this link do?">
          Paste a link, its last part, or a whole line out of a mail. You see what it is, where it sends whom,
          and everything the service stores.
        </Empty>
      )}
      {found.isLoading && <Loading label="Asking the service" />}
      {found.error && (
        <NotFound problem={found.error.problem} text={text} retry={() => void found.refetch()} />
      )}
      {found.data && !found.error && <FoundView found={found.data} profile={current.profile} />}
    </div>
  )
}
