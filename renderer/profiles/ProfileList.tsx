import { Link } from 'wouter'
import { Badge } from '../kit/StateBadge.tsx'
import { ProfileIcon } from '../shell/ContextSwitch.tsx'
import type { SavedProfile } from '../shell/currentProfile.ts'
import styles from './profiles.module.css'

interface ProfileListProps {
  profiles: SavedProfile[]
  shown: SavedProfile | null
  inForce: string
}

export function ProfileList({ profiles, shown, inForce }: ProfileListProps) {
  return (
    <ul className={styles['profiles']} aria-label="Profiles">
      {profiles.map((profile) => (
        <li key={profile.id}>
          <Link
            href={`/profiles/${profile.id}`}
            className={styles['profile']}
            aria-current={profile.id === shown?.id ? 'true' : undefined}
          >
            <ProfileIcon profile={profile} />
            <span className={styles['names']}>
              <span>{profile.name}</span>
              <span className={styles['address']}>{hostOf(profile)}</span>
            </span>
            {profile.id === inForce && <Badge tone="good">In use</Badge>}
            {profile.key === 'none' && <Badge tone="warn">No key</Badge>}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function hostOf(profile: SavedProfile): string {
  return profile.kind === 'embedded'
    ? 'On this computer'
    : (URL.parse(profile.baseUrl)?.host ?? profile.baseUrl)
}
