import { Button } from '@mantine/core'
import { useLocation } from 'wouter'
import type { Environment } from '../../../contract/headers.ts'
import { findPath } from '../../../contract/windowPath.ts'
import { useSwitchTo } from '../../api/profiles.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { ProfileTile } from '../../session/ProfileTile.tsx'
import { useSession } from '../../session/Session.tsx'
import { EnvironmentBadge } from '../../ui/Badge.tsx'
import { sayProblem } from '../../ui/problem/sayProblem.tsx'
import { shorten } from '../../ui/shorten.ts'
import styles from './find.module.css'

interface PlaceProps {
  profile: SavedProfile
  environment: Environment
}

interface AskedAtProps extends PlaceProps {
  /** The domain of the link, where it is one of the profile's; `null` where something else chose the profile. */
  domain: string | null
  /** The other profiles that have this domain. */
  others: readonly SavedProfile[]
  /** The question. */
  text: string
}

/** Where the answer comes from, and why. To look somewhere else is no switch of the window: that is a button of its own. */
export function AskedAt({ profile, environment, domain, others, text }: AskedAtProps) {
  const { current } = useSession()
  const [, go] = useLocation()
  const elsewhere = profile.id !== current.profile.id || environment !== current.environment
  return (
    <div className={styles['askedAt']} role="group" aria-label="Where this was looked up">
      <span>{domain === null ? 'Looked up in' : 'This is a link of'}</span>{' '}
      <span className={styles['askedProfile']}>
        <ProfileTile profile={profile} />
        <strong>{profile.name}</strong>
      </span>
      <EnvironmentBadge environment={environment} />
      {others.map(({ id, name }) => (
        <Button
          key={id}
          size="xs"
          variant="default"
          onClick={() => go(findPath(text, { profileId: id, environment }))}
        >
          Ask {name}, which has {shorten(domain ?? 'this domain', 40)} too
        </Button>
      ))}
      {elsewhere && (
        <>
          <span className={styles['stillIn']}>
            You are still working in {current.profile.id === profile.id ? '' : `${current.profile.name}, `}
            {current.environment}.
          </span>
          <SwitchThere profile={profile} environment={environment} />
        </>
      )}
    </div>
  )
}

function SwitchThere({ profile, environment }: PlaceProps) {
  const { current } = useSession()
  const { mutate, isPending } = useSwitchTo()
  const name = current.profile.id === profile.id ? environment : `${profile.name}, ${environment}`
  return (
    <Button
      size="xs"
      variant="default"
      loading={isPending}
      onClick={() =>
        mutate({ id: profile.id, environment }, { onError: (error) => sayProblem(error.problem) })
      }
    >
      Switch to {name}
    </Button>
  )
}
