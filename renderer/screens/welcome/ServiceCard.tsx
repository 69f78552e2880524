import { Anchor } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Server } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { KeyStoreState } from '../../../contract/app/profile/keyStore.ts'
import { NetworkDrawer } from '../../features/network/NetworkDrawer.tsx'
import { ServiceForm } from '../../features/connect/ServiceForm.tsx'
import { StartCard } from '../../features/connect/StartCard.tsx'

/** Connects an existing service. Shown on request, so its first field takes the focus. */
export function ServiceCard({ keyStore, done }: { keyStore: KeyStoreState; done: () => void }) {
  const [opened, { open, close }] = useDisclosure(false)
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    card.current?.querySelector('input')?.focus()
    card.current?.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <StartCard
      ref={card}
      icon={Server}
      title="Connect to a service"
      text={
        <>
          You need its address and a project key. Whoever runs the service can give you both. If you are
          behind a proxy or use a private certificate authority, see{' '}
          <Anchor component="button" type="button" inherit underline="always" onClick={open}>
            network settings
          </Anchor>
          .
        </>
      }
    >
      <ServiceForm
        keyStore={keyStore}
        profile={null}
        others={[]}
        environment="development"
        saveLabel="Connect"
        brief
        done={done}
      />
      <NetworkDrawer opened={opened} close={close} />
    </StartCard>
  )
}
