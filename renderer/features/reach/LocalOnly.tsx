import { MonitorDot } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useSession } from '../../session/Session.tsx'
import { Callout } from '../../ui/Callout.tsx'
import { SmallButton } from '../../ui/variants.ts'

interface LocalOnlyProps {
  link: string
  profileId: string
  /** What still works. */
  children?: ReactNode
}

/** Warns that the link works only on this computer, and explains how to change that. */
export function LocalOnly({ link, profileId, children }: LocalOnlyProps) {
  const [, go] = useLocation()
  const { profiles } = useSession().state
  const ours = profiles.find(({ id }) => id === profileId)?.kind === 'embedded'
  return (
    <Callout
      tone="warn"
      icon={MonitorDot}
      title={`Works only on this computer while ${ours ? 'Linkwright is open' : 'its service is running'}`}
      role="status"
      actions={
        <SmallButton onClick={() => go('/profiles')}>
          {ours ? 'Connect a service' : 'Show its profile'}
        </SmallButton>
      }
    >
      {children}
      <p>
        {URL.parse(link)?.host} is this computer’s own address, so the link doesn’t work on other computers.
        For links that everyone can open,{' '}
        {ours
          ? 'connect a service with a public address'
          : 'ask whoever runs the service for a public address'}
        .
      </p>
    </Callout>
  )
}
