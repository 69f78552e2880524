import { Laptop, Server } from 'lucide-react'
import type { SavedProfile } from './currentProfile.ts'
import styles from './profileTile.module.css'

/** Shows a profile's colour, and whether its service is local. The name is shown next to it. */
export function ProfileTile({ profile: { kind, color } }: { profile: Pick<SavedProfile, 'kind' | 'color'> }) {
  const Icon = kind === 'embedded' ? Laptop : Server
  return (
    <span className={styles['tile']} data-color={color}>
      <Icon size={12} strokeWidth={2.2} aria-hidden />
    </span>
  )
}
