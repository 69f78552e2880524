import { Box, Group, TextInput, useMantineColorScheme } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { Appearance } from '../../contract/app/calls/app/app.ts'
import type { Problem } from '../../contract/app/problems/problem.ts'
import { readCredential } from '../../contract/app/window/windowAddress.ts'
import { windowPaths } from '../../contract/app/window/windowPath.ts'
import { Loading } from '../ui/Loading.tsx'
import { useAppState } from '../api/app.ts'
import { hostState } from '../api/hostState.ts'
import { currentToken } from '../api/token.ts'
import { ErrorBoundary } from '../session/ErrorBoundary.tsx'
import { HostUnavailable } from './HostUnavailable.tsx'
import { KeyStoreWait } from './KeyStoreWait.tsx'
import { Shell } from './Shell.tsx'
import { findCurrent } from '../session/currentProfile.ts'
import InvitationDialog from '../features/enrolment/InvitationDialog.tsx'
import Welcome from '../screens/welcome/Welcome.tsx'
import { Mark } from '../ui/Brand.tsx'
import { HostNoticeContext } from '../ui/problem/hostNotice.ts'
import { ProblemView } from '../ui/problem/ProblemView.tsx'

/** Shows the first screen, with the overlays for a key store wait and a stopped app. */
export function AppRoot() {
  const isAnswering = hostState.use() === 'answering'
  const hasState = useAppState().data !== undefined
  return (
    <HostNoticeContext value={hasState ? (isAnswering ? 'answering' : 'stopped') : null}>
      <KeyStoreWait />
      <HostUnavailable />
      <ErrorBoundary>
        <WelcomeOrApp />
      </ErrorBoundary>
    </HostNoticeContext>
  )
}

/** Shows the welcome screen if there is no profile, else the app. */
function WelcomeOrApp() {
  const app = useAppState()
  const [welcomed, setWelcomed] = useState(false)
  const [path] = useLocation()
  useAppearance(app.data?.appearance)
  if (app.error && !app.data)
    return <AppUnreachable problem={app.error.problem} retry={() => void app.refetch()} />
  if (!app.data) return <Loading label="Starting" />
  const current = findCurrent(app.data)
  if (!current && !welcomed) setWelcomed(true)
  return (
    <>
      {current ? (
        <Shell state={app.data} current={current} welcomed={welcomed} />
      ) : (
        <Welcome state={app.data} />
      )}
      {path === windowPaths.invitation && <InvitationDialog keyStore={app.data.keyStore} />}
    </>
  )
}

/** Applies the saved appearance. The page also stores it, so that a reload doesn't flash the other theme. */
function useAppearance(appearance: Appearance | undefined): void {
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  useEffect(() => {
    if (appearance) setColorScheme(appearance === 'system' ? 'auto' : appearance)
  }, [appearance, setColorScheme])
}

/** Shows the error and a retry button when the app is unreachable. */
function AppUnreachable({ problem, retry }: { problem: Problem; retry: () => void }) {
  // The right address differs only in its fragment, so opening it in this tab doesn't reload the page.
  useWindowEvent('hashchange', retry)
  return (
    <Box component="main" maw={520} mx="auto" px={24} py="15vh">
      <Group component="h1" gap={10} m="0 0 16px" fz={18}>
        <Mark size={28} /> Linkwright
      </Group>
      {problem.code === 'not_allowed' && currentToken() === '' ? (
        <ProblemView problem={{ code: 'address_incomplete' }} actions={<WholeAddress />} />
      ) : (
        <ProblemView problem={problem} retry={retry} />
      )}
    </Box>
  )
}

/** Takes the address that the app printed, and opens the window with its token. */
function WholeAddress() {
  const [error, setError] = useState<string | null>(null)
  const open = (text: string) => {
    const fragment = URL.parse(text.trim())?.hash ?? ''
    if (readCredential(fragment)) location.hash = fragment
    else setError(text.trim() === '' ? null : 'This address has no “#token=…” at its end.')
  }
  return (
    <TextInput
      label="Whole address"
      placeholder={`${location.origin}/#token=…`}
      autoFocus
      w="100%"
      error={error}
      onChange={({ currentTarget }) => open(currentTarget.value)}
    />
  )
}
