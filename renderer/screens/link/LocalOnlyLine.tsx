import { Group } from '@mantine/core'
import { MonitorDot } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'wouter'
import type { SavedProfile } from '../../session/currentProfile.ts'

/** Id of the link for which this window has shown the line. */
let announcedLink: string | null = null

/** Says that a new link works only on this computer. Shown only for the first such link in a window. */
export function LocalOnlyLine({ id, profile }: { id: string; profile: SavedProfile | undefined }) {
  useEffect(() => {
    announcedLink ??= id
  }, [id])
  if (announcedLink !== null && announcedLink !== id) return null
  const isOurs = profile?.kind === 'embedded'
  return (
    <Group component="p" gap="4px 8px" c="var(--warn-text)" fz="sm" role="status">
      <MonitorDot size={15} />
      <span>
        Works only on this computer while {isOurs ? 'Linkwright is open' : 'its service is running'}.
      </span>
      <Link href="/profiles">{isOurs ? 'Connect a service' : 'Show its profile'}</Link>
    </Group>
  )
}
