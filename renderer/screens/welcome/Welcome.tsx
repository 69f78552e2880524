import { Anchor, Box, Group, Stack, Text } from '@mantine/core'
import { Link2 } from 'lucide-react'
import { useState } from 'react'
import type { AppState } from '../../../contract/app/calls/app/app.ts'
import { Link, useLocation } from 'wouter'
import { windowPaths } from '../../../contract/app/window/windowPath.ts'
import { currentFragmentPath } from '../../api/token.ts'
import { useQuickStart } from '../../session/quickCreate.ts'
import { Mark } from '../../ui/Brand.tsx'
import { Callout } from '../../ui/Callout.tsx'
import { Notices } from '../../session/Notices.tsx'
import { ServiceCard } from './ServiceCard.tsx'
import { TryLocalCard } from '../../features/connect/TryLocalCard.tsx'

/** Shows the welcome screen: a way to start without a service, and below it how to connect to an existing one. */
export default function Welcome({ state }: { state: AppState }) {
  const [, go] = useLocation()
  const [isConnecting, setIsConnecting] = useState(false)
  const { request, path } = useRequest()
  const done = () => go(path)
  return (
    <Box mih="100%" bg="var(--canvas)">
      <Notices notices={state.notices} />
      <Box component="main" px={24} pt="clamp(16px, 4vh, 48px)" pb={32}>
        <Group component="header" justify="center" gap="sm" mb="clamp(16px, 3vh, 32px)" wrap="nowrap">
          <Mark size={40} />
          <div>
            <Text component="h1" fz={24} fw={650} lts="-0.02em" lh={1.3}>
              Welcome to Linkwright
            </Text>
            <Text c="dimmed">
              Tracked deep links without code, and one place for every link you ever made.
            </Text>
          </div>
        </Group>
        <Stack gap="md" maw={560} mx="auto">
          {request !== null && (
            <Callout tone="quiet" icon={Link2} title="Choose a service first" role="status">
              <p>{request} It opens once there is a service.</p>
            </Callout>
          )}
          <TryLocalCard keyStore={state.keyStore} isSecondary={isConnecting} done={done} />
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
          {isConnecting && <ServiceCard keyStore={state.keyStore} done={done} />}
        </Stack>
      </Box>
    </Box>
  )
}

/** Pages that the window may have shown when the last profile was removed. Their addresses are no request of the user. */
const ignoredPages = /^\/($|create|profiles|settings)/

/** Returns what was asked for before there is a service, in words, and the path to open then. The quick form opens above it. */
function useRequest(): { request: string | null; path: string } {
  const start = useQuickStart()
  // Renders again when the address changes. The router's own path is decoded.
  useLocation()
  const path = currentFragmentPath()
  if (start) return { request: 'Another program asked to create a link.', path: '/create' }
  if (ignoredPages.test(path)) return { request: null, path: '/create' }
  return {
    request: path.startsWith('/find/') ? 'You asked to look up a link.' : 'You opened a page of the app.',
    path,
  }
}
