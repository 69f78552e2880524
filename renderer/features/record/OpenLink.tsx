import { Button } from '@mantine/core'
import { ExternalLink } from 'lucide-react'
import { useOpenTarget } from '../../session/useOpenTarget.ts'
import { QuietText } from '../../ui/variants.ts'

const anchor = { component: 'a', target: '_blank', rel: 'noopener noreferrer' } as const

interface OpenLinkProps {
  link: string
  profileId: string | null
  /** Whether to show next to the button how opening the link is counted, instead of on hover. */
  showNote?: boolean
}

/** Opens a link in the system's browser. */
export function OpenLink({ link, profileId, showNote = false }: OpenLinkProps) {
  const { href, countsAs } = useOpenTarget(profileId)(link)
  const note = `Opening it here counts as ${countsAs}.`
  return (
    <>
      <Button
        {...anchor}
        href={href}
        variant="default"
        leftSection={<ExternalLink size={15} />}
        title={showNote ? undefined : note}
      >
        Open
      </Button>
      {showNote && (
        <QuietText span data-print="hidden">
          {note}
        </QuietText>
      )}
    </>
  )
}
