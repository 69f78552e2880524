import { Laptop, Server } from 'lucide-react'
import type { CSSProperties } from 'react'
import type { ProfileColor } from '../../contract/app/profile/profile.ts'
import type { SavedProfile } from './currentProfile.ts'
import styles from './profileTile.module.css'

/** Each has at least 3:1 contrast with white and with the light and dark backgrounds. */
const colors: Record<ProfileColor, string> = {
  blue: '#2f74d0',
  teal: '#0f8a85',
  green: '#2b8f47',
  lime: '#688c12',
  yellow: '#ad7b00',
  orange: '#d4611a',
  red: '#d3393f',
  pink: '#d1458a',
  grape: '#a44cc0',
  violet: '#7653d6',
  gray: '#74747a',
}

/** Returns the props of a tile in a profile's colour. */
export function tileProps(color: ProfileColor) {
  return { className: styles['tile'], style: { '--profile': colors[color] } as CSSProperties }
}

/** Shows a profile's colour, and whether its service is local. The name is shown next to it. */
export function ProfileTile({ profile: { kind, color } }: { profile: Pick<SavedProfile, 'kind' | 'color'> }) {
  const Icon = kind === 'embedded' ? Laptop : Server
  return (
    <span {...tileProps(color)}>
      <Icon size={12} strokeWidth={2.2} />
    </span>
  )
}
