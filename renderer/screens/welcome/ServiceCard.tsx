import { Center, Flex, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Server } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { KeyStoreState } from '../../../contract/app/profile/keyStore.ts'
import { NetworkDrawer } from '../../features/network/NetworkDrawer.tsx'
import { ServiceForm } from '../../features/connect/ServiceForm.tsx'
import styles from '../../features/connect/connect.module.css'

/** Connects an existing service. Shown on request, so its first field takes the focus. */
export function ServiceCard({ keyStore, done }: { keyStore: KeyStoreState; done: () => void }) {
  const [opened, { open, close }] = useDisclosure(false)
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    card.current?.querySelector('input')?.focus()
    card.current?.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <section className={styles['card']} ref={card} aria-labelledby="connect-heading">
      <Flex gap={10} align="center">
        <Center component="span" w={32} h={32} c="var(--accent-text)" bg="var(--accent-ground)" bdrs="md">
          <Server size={18} aria-hidden />
        </Center>
        <h2 id="connect-heading">Connect to a service</h2>
      </Flex>
      <p>
        You need its address and a project key. Whoever runs the service can give you both. If you are behind
        a proxy or use a private certificate authority, see{' '}
        <UnstyledButton className={styles['inlineButton'] ?? ''} onClick={open}>
          network settings
        </UnstyledButton>
        .
      </p>
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
    </section>
  )
}
