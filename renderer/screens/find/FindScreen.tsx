import { Search } from 'lucide-react'
import { useLocation, useParams } from 'wouter'
import { ownerOf } from '../../../contract/linkDomain.ts'
import { findPath } from '../../../contract/windowPath.ts'
import type { AskedPlace } from '../../../contract/windowPath.ts'
import { useFound } from '../../api/links.ts'
import { askedPlaceIn, questionIn } from '../../session/routes.ts'
import { useSession } from '../../session/Session.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { AskedAt } from './AskedAt.tsx'
import { FindField } from './FindField.tsx'
import { ForeignDomain } from './ForeignDomain.tsx'
import { FoundView } from './FoundView.tsx'
import { NotFound } from './NotFound.tsx'
import styles from './find.module.css'

/** One field that takes anything with a link in it, and says what that link is. */
export default function FindScreen() {
  const parameters = useParams<{ text?: string; profile?: string; environment?: string }>()
  const text = questionIn(parameters.text ?? '')
  const [, go] = useLocation()
  const { state, current } = useSession()
  const owner = ownerOf(text, state.profiles, current.profile.id)
  const asked = askedPlaceIn(parameters)
  const foreign = text !== '' && asked === null && 'foreignHost' in owner ? owner.foreignHost : null
  const profileId = 'profileId' in owner ? owner.profileId : current.profile.id
  return (
    <div className={styles['screen']}>
      <FindField key={text} initial={text} find={(wanted) => go(findPath(wanted))} />
      {text === '' && (
        <Empty icon={Search} title="What does this link do?">
          Paste a link, its last part, or a whole line from an email. You’ll see what it is, where it sends
          each visitor, and everything the service has stored.
        </Empty>
      )}
      {foreign !== null && <ForeignDomain host={foreign} text={text} />}
      {text !== '' && foreign === null && (
        <Answer text={text} place={asked ?? { profileId, environment: current.environment }} />
      )}
    </div>
  )
}

/** What the service of one profile says, in one environment: those of the question, whatever is in force in the window. */
function Answer({ text, place }: { text: string; place: AskedPlace }) {
  const { state } = useSession()
  const profile = state.profiles.find(({ id }) => id === place.profileId) ?? null
  const found = useFound({ text, ...place })
  return (
    <>
      {profile && <AskedAt profile={profile} environment={place.environment} />}
      {found.isLoading && <Loading label="Asking the service" />}
      {found.error && (
        <NotFound
          problem={found.error.problem}
          text={text}
          place={place}
          retry={() => void found.refetch()}
        />
      )}
      {found.data && !found.error && <FoundView found={found.data} profile={profile} />}
    </>
  )
}
