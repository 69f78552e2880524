import { Anchor, Box, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { AppState } from '../../../contract/app/calls/app/app.ts'
import { Link, useLocation } from 'wouter'
import { windowPaths } from '../../../contract/app/window/windowPath.ts'
import { Mark } from '../../ui/Brand.tsx'
import { Notices } from '../../session/Notices.tsx'
import { ServiceCard } from './ServiceCard.tsx'
import { TryLocalCard } from '../../features/connect/TryLocalCard.tsx'
import styles from '../../features/connect/connect.module.css'

/** Shows the welcome screen: a way to start without a service, and below it how to connect to an existing one. */
export default function Welcome({ state }: { state: AppState }) {
  const [, go] = useLocation()
  const [isConnecting, setIsConnecting] = useState(false)
  return (
    <Box className={styles['welcome']} mih="100%" bg="var(--canvas)">
      <Notices notices={state.notices} />
      <main>
        <header className={styles['hello']}>
          <Mark size={40} />
          <h1>Welcome to Linkwright</h1>
          <p>Tracked deep links without code, and one place for every link you ever made.</p>
        </header>
        <Stack gap="md" maw={560} mx="auto">
          <TryLocalCard keyStore={state.keyStore} isSecondary={isConnecting} done={() => go('/create')} />
          <Text inherit c="dimmed" ta="center">
            Already have a link service?{' '}
            <Anchor
              component="button"
              type="button"
              inherit
              underline="always"
              aria-expanded={isConnecting}
              onClick={() => setIsConnecting(!isConnecting)}
            >
              Connect to it
            </Anchor>
            , or open{' '}
            <Anchor component={Link} inherit underline="always" href={windowPaths.invitation}>
              an invitation
            </Anchor>
            .
          </Text>
          {isConnecting && <ServiceCard keyStore={state.keyStore} done={() => go('/create')} />}
        </Stack>
      </main>
    </Box>
  )
}
