import { Button } from '@mantine/core'
import type { Environment } from '../../../contract/headers.ts'
import { useSwitchTo } from '../../api/profiles.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { ProfileTile } from '../../session/ProfileTile.tsx'
import { useSession } from '../../session/Session.tsx'
import { EnvironmentBadge } from '../../ui/Badge.tsx'
import { sayProblem } from '../../ui/problem/sayProblem.tsx'
import styles from './find.module.css'

interface AskedAtProps {
  profile: SavedProfile
  environment: Environment
}

/** Where the answer comes from. To look somewhere else is no switch of the window: that is a button of its own. */
export function AskedAt({ profile, environment }: AskedAtProps) {
  const { current } = useSession()
  const elsewhere = profile.id !== current.profile.id || environment !== current.environment
  return (
    <div className={styles['askedAt']} role="group" aria-label="Where this was looked up">
      <ProfileTile profile={profile} />
      <span>{profile.name}</span>
      <EnvironmentBadge environment={environment} />
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

function SwitchThere({ profile, environment }: AskedAtProps) {
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
