import { Button, useMantineColorScheme } from '@mantine/core'
import { Suspense, lazy, useEffect, useState } from 'react'
import type { Appearance } from '../../contract/calls/app.ts'
import type { Problem } from '../../contract/problem.ts'
import { Loading } from '../ui/Loading.tsx'
import { useAppState } from '../api/app.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { HostUnavailable } from './HostUnavailable.tsx'
import { KeyStoreWait } from './KeyStoreWait.tsx'
import { Shell } from './Shell.tsx'
import { findCurrent } from '../session/currentProfile.ts'
import { Mark } from '../ui/Brand.tsx'
import { ProblemView } from '../ui/problem/ProblemView.tsx'
import styles from './shell.module.css'

const Welcome = lazy(() => import('../screens/welcome/Welcome.tsx'))

/** What is seen first, and above everything what can begin anywhere: a wait for the key store, and an app that has stopped. */
export function AppRoot() {
  return (
    <>
      <KeyStoreWait />
      <HostUnavailable />
      <ErrorBoundary>
        <WelcomeOrApp />
      </ErrorBoundary>
    </>
  )
}

/** The welcome, where there is no profile yet, or the app. */
function WelcomeOrApp() {
  const app = useAppState()
  const [welcomed, setWelcomed] = useState(false)
  useAppearance(app.data?.appearance)
  if (app.error && !app.data)
    return <AppUnreachable problem={app.error.problem} retry={() => void app.refetch()} />
  if (!app.data) return <Loading label="Starting" />
  const current = findCurrent(app.data)
  if (!current && !welcomed) setWelcomed(true)
  if (current) return <Shell state={app.data} current={current} welcomed={welcomed} />
  return (
    <Suspense fallback={<Loading label="Starting" />}>
      <Welcome state={app.data} />
    </Suspense>
  )
}

/** Follows the kept choice; the last one is remembered by the page too, so that a reload does not flash. */
function useAppearance(appearance: Appearance | undefined): void {
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  useEffect(() => {
    if (appearance) setColorScheme(appearance === 'system' ? 'auto' : appearance)
  }, [appearance, setColorScheme])
}

/** The window without its app: all that can be said and done. */
function AppUnreachable({ problem, retry }: { problem: Problem; retry: () => void }) {
  // The right address, opened in this tab, changes its fragment alone and loads nothing.
  useEffect(() => {
    addEventListener('hashchange', retry)
    return () => removeEventListener('hashchange', retry)
  }, [retry])
  return (
    <main className={styles['alone']}>
      <h1>
        <Mark size={28} /> Linkwright
      </h1>
      <ProblemView
        problem={problem}
        actions={
          <Button variant="default" size="xs" onClick={retry}>
            Try again
          </Button>
        }
      />
    </main>
  )
}
