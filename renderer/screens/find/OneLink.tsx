import { linkText } from '../../../contract/linkAddress.ts'
import type { LinkPath } from '../../../contract/linkAddress.ts'
import { ownersOf } from '../../../contract/linkDomain.ts'
import type { AskedPlace } from '../../../contract/windowPath.ts'
import { useFound } from '../../api/links.ts'
import { useSession } from '../../session/Session.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { AskedAt } from './AskedAt.tsx'
import { ForeignDomain } from './ForeignDomain.tsx'
import { FoundView } from './FoundView.tsx'
import { NotFound } from './NotFound.tsx'

interface OneLinkProps {
  /** As it was asked. */
  text: string
  link: LinkPath
  /** Where it is asked, if that is not left to its domain. */
  asked: AskedPlace | null
  /** The link that it is compared with, as it was pasted; `''` without one. */
  other: string
}

/** What one link is. Its domain chooses the profile that is asked; a link of nobody's domain is sent nowhere unasked. */
export function OneLink({ text, link, asked, other }: OneLinkProps) {
  const { state, current } = useSession()
  const owners = ownersOf(link.host, state.profiles, current.profile.id)
  const [owner] = owners
  if (asked) return <Answer text={text} link={link} place={asked} owners={owners} other={other} />
  if (owner === undefined) return <ForeignDomain host={link.host ?? ''} text={text} />
  const place = { profileId: owner, environment: current.environment }
  return <Answer text={text} link={link} place={place} owners={owners} other="" />
}

interface AnswerProps {
  text: string
  link: LinkPath
  place: AskedPlace
  owners: readonly string[]
  other: string
}

/** What the service of one profile says, in one environment: those of the question, whatever is in force in the window. */
function Answer({ text, link, place, owners, other }: AnswerProps) {
  const { state } = useSession()
  const profile = state.profiles.find(({ id }) => id === place.profileId) ?? null
  const found = useFound({ text: linkText(link), ...place })
  return (
    <>
      {profile && (
        <AskedAt
          profile={profile}
          environment={place.environment}
          domain={link.host !== null && owners.includes(profile.id) ? link.host : null}
          others={state.profiles.filter(
            ({ id }) => link.host !== null && id !== profile.id && owners.includes(id),
          )}
          text={text}
        />
      )}
      {found.isLoading && <Loading label="Asking the service" />}
      {found.error && (
        <NotFound
          problem={found.error.problem}
          text={text}
          place={place}
          owners={owners}
          retry={() => void found.refetch()}
        />
      )}
      {found.data && !found.error && (
        <FoundView found={found.data} profile={profile} text={text} place={place} other={other} />
      )}
    </>
  )
}
