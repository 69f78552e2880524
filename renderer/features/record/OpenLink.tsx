import { Button } from '@mantine/core'
import { ExternalLink } from 'lucide-react'
import { useOpenTarget } from '../../session/useOpenTarget.ts'
import styles from './record.module.css'

const anchor = { component: 'a', target: '_blank', rel: 'noopener noreferrer' } as const

interface OpenLinkProps {
  link: string
  profileId: string | null
  /** Whether to show the visit-count note next to the button, not only on hover. */
  note?: boolean
}

/** Opens a link in the system's browser. */
export function OpenLink({ link, profileId, note = false }: OpenLinkProps) {
  const { href, countsAs } = useOpenTarget(profileId)(link)
  const counts = `Opening it here counts as ${countsAs}.`
  return (
    <>
      <Button
        {...anchor}
        href={href}
        variant="default"
        leftSection={<ExternalLink size={15} aria-hidden />}
        title={note ? undefined : counts}
      >
        Open
      </Button>
      {note && (
        <span className={styles['note']} data-print="hidden">
          {counts}
        </span>
      )}
    </>
  )
}
