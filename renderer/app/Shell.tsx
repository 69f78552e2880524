import { VisuallyHidden } from '@mantine/core'
import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { titleOf } from '../features/record/titleOf.ts'
import { useLinkRecord } from '../api/links.ts'
import { useLongWork } from '../api/longWork.ts'
import { EmbeddedStopped } from '../features/connect/EmbeddedStopped.tsx'
import { KeyMissing } from '../features/keys/KeyMissing.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { ContextSwitch } from './ContextSwitch.tsx'
import { SessionContext } from '../session/Session.tsx'
import type { Session } from '../session/Session.tsx'
import { Navigation } from './Navigation.tsx'
import { Notices } from '../session/Notices.tsx'
import { offerPastedLinks } from './pasteOffer.tsx'
import { Screens } from './Screens.tsx'
import type { Current } from '../session/currentProfile.ts'
import { screenHeading, linkIdAt } from '../session/routes.ts'
import { waitUntilIdle } from '../ui/waitUntilIdle.ts'
import styles from './shell.module.css'

/** Nobody waits for it at the start: the first screen is drawn before it is loaded. */
const JobStrip = lazy(() => waitUntilIdle().then(() => import('../features/jobs/JobStrip.tsx')))

/** The frame around every screen: navigation, the profile and environment in force, notices. */
export function Shell({ state, current, welcomed }: Session) {
  const [path] = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  const title = useHeading(path)
  useFocusOnScreenChange(title, heading)
  useEffect(offerPastedLinks, [])
  return (
    <SessionContext value={{ state, current, welcomed }}>
      <WindowTitle screen={title} />
      <SkipLink />
      <ContextAnnouncer current={current} />
      <div className={styles['shell']} data-environment={current.environment}>
        <Navigation />
        <main className={styles['page']}>
          <header className={styles['top']}>
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            <ContextSwitch state={state} current={current} />
          </header>
          <Notices notices={state.notices} />
          {state.profiles.some(({ kind }) => kind === 'embedded') && <EmbeddedStopped />}
          {needsKey(path) && <KeyMissing profile={current.profile} keyStore={state.keyStore} />}
          <div id="screen" tabIndex={-1} className={styles['screen']}>
            <Screens />
          </div>
          <ErrorBoundary>
            <Suspense>
              <JobStrip />
            </Suspense>
          </ErrorBoundary>
        </main>
      </div>
    </SessionContext>
  )
}

/** Whether a screen can do nothing without the key; those about keys ask for it themselves. */
function needsKey(path: string): boolean {
  return !/^\/(profiles|settings)\b/.test(path)
}

/** What the screen is called: by its place, or by the link that it is about. */
function useHeading(path: string): string {
  const record = useLinkRecord(linkIdAt(path)).data
  return record ? titleOf(record) : screenHeading(path)
}

/** Moves the focus to a new screen's heading so that it is read out. */
function useFocusOnScreenChange(title: string, heading: React.RefObject<HTMLHeadingElement | null>): void {
  const first = useRef(true)
  useEffect(() => {
    if (!first.current) heading.current?.focus({ preventScroll: true })
    first.current = false
  }, [title, heading])
}

/**
 * Names the window after its screen, and in front of it the work that the person waits for: other windows may cover this
 * one. Where no host does it, the window asks before it is closed while something would be lost by it.
 */
function WindowTitle({ screen }: { screen: string }) {
  const { doing, asks } = useLongWork()
  useEffect(() => {
    document.title = `${doing === null ? '' : `${doing}… – `}${screen} – Linkwright`
  }, [doing, screen])
  useEffect(() => {
    if (!asks) return
    // The words of the question are the browser's own.
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [asks])
  return null
}

/** Reads a switch out, also one by keystroke; silent until there is one. */
function ContextAnnouncer({ current: { profile, environment } }: { current: Current }) {
  const now = `${profile.name}, ${environment}`
  const [first] = useState(now)
  const [switched, setSwitched] = useState(false)
  if (!switched && now !== first) setSwitched(true)
  return <VisuallyHidden role="status">{switched ? now : ''}</VisuallyHidden>
}

// The address's fragment belongs to the router, so the jump is made by hand.
function SkipLink() {
  const jump = (event: React.MouseEvent) => {
    event.preventDefault()
    document.getElementById('screen')?.focus()
  }
  return (
    <a className={styles['skip']} href="#screen" onClick={jump}>
      Skip to content
    </a>
  )
}
