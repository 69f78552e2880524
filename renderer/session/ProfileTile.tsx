import { Laptop, Server } from 'lucide-react'
import type { SavedProfile } from './currentProfile.ts'
import styles from './profileTile.module.css'

/** A profile at a glance: its colour, and whether its service runs on this computer. The name stands beside it. */
export function ProfileTile({ profile: { kind, color } }: { profile: Pick<SavedProfile, 'kind' | 'color'> }) {
  const Icon = kind === 'embedded' ? Laptop : Server
  return (
    <span className={styles['tile']} data-color={color}>
      <Icon size={12} strokeWidth={2.2} aria-hidden />
    </span>
  )
}
