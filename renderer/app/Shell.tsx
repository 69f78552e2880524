import { Text, VisuallyHidden } from '@mantine/core'
import { useDidUpdate, useDocumentTitle, useWindowEvent } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { isOff } from '../link/activeState.ts'
import { linkTitle } from '../features/record/linkTitle.ts'
import { useLinkRecord } from '../api/links.ts'
import { callQuery, useCall } from '../api/useCall.ts'
import { useLongWork } from '../api/longWork.ts'
import { useTeamChanges } from '../api/team.ts'
import { isKeyMissing } from '../features/keys/isKeyMissing.ts'
import { ConfirmSchemes } from '../session/ConfirmSchemes.tsx'
import type { Environment } from '../../contract/service/api/headers.ts'
import { ContextSwitch, FixedContext } from './ContextSwitch.tsx'
import { isTypingIn } from './contextKeys.ts'
import { useCommands } from '../session/commands.ts'
import { openQuickCreate, useQuickStart } from '../session/quickCreate.ts'
import { SessionContext, useSession, type Session } from '../session/Session.tsx'
import { DroppedFile } from './DroppedFile.tsx'
import { useLastPath } from './lastPath.ts'
import { useWhatsNew } from './useWhatsNew.ts'
import { Navigation } from './Navigation.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import { keepFocus } from './keepFocus.ts'
import { usePasteOffer } from './pasteOffer.ts'
import { Screens } from './Screens.tsx'
import { createdIdAt, linkIdAt, runIdAt, screenHeading } from '../session/routes.ts'
import { ErrorBoundary } from '../session/ErrorBoundary.tsx'
import QuickCreate from '../screens/create/QuickCreate.tsx'
import KeyMissing from '../features/keys/KeyMissing.tsx'
import EmbeddedStopped from '../features/connect/EmbeddedStopped.tsx'
import JobStrip from '../features/jobs/JobStrip.tsx'
import { shorten } from '../ui/shorten.ts'
import styles from './shell.module.css'

/** Shows the frame of every screen: navigation, active profile and environment, notices. */
export function Shell({ state, current, welcomed }: Session) {
  const [path] = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  const { title, context } = usePage(path)
  const environment = context?.environment ?? (isAboutAll(path) ? undefined : current.environment)
  // Switching a new link off renames its page, but leaves the focus at the switch.
  useFocusOnScreenChange(createdIdAt(path) || title, heading)
  useTeamChanges(state.profiles.flatMap(({ kind, id }) => (kind === 'remote' ? id : [])))
  usePasteOffer(state.profiles.flatMap(({ linkHosts }) => linkHosts))
  useEffect(() => keepFocus(), [])
  useLastPath()
  useWhatsNew(state.version)
  useCommands({ newLink: () => openQuickCreate() })
  const isQuickOpen = useQuickStart() !== null
  return (
    <SessionContext value={{ state, current, welcomed }}>
      <WindowTitle screen={title} />
      <SkipLink />
      <Shortcuts />
      <DroppedFile />
      <ErrorBoundary>{isQuickOpen && <QuickCreate />}</ErrorBoundary>
      <ConfirmSchemes />
      <ContextAnnouncer />
      <div className={styles['shell']} data-environment={environment}>
        <Navigation />
        <main className={styles['page']}>
          <header className={styles['top']} data-region>
            <Text
              component="h1"
              ref={heading}
              tabIndex={-1}
              flex="1 1 0"
              miw={140}
              fz={17}
              fw={600}
              lts="-0.01em"
              truncate
              style={{ outline: 'none' }}
            >
              {title}
            </Text>
            {context ? <FixedContext {...context} /> : !isAboutAll(path) && <ContextSwitch />}
          </header>
          <ErrorBoundary>
            {state.profiles.some(({ kind }) => kind === 'embedded') && <LocalService />}
            {/* A page of another profile's link or run asks for that profile's key where it needs it. */}
            {!context && <MissingKey path={path} />}
          </ErrorBoundary>
          <div id="screen" tabIndex={-1} className={styles['screen']} data-region>
            <Screens />
          </div>
          <ErrorBoundary>
            <JobStrip notices={state.notices} />
          </ErrorBoundary>
        </main>
      </div>
    </SessionContext>
  )
}

/** Warns if the service on this computer has stopped. */
function LocalService() {
  const state = useCall('embedded.state', {}).data
  return state?.problem && <EmbeddedStopped port={state.port} problem={state.problem} />
}

/** Asks for a missing key above the screens that need it, until that is closed. The profile's menu says it from then on. */
function MissingKey({ path }: { path: string }) {
  const { state, current } = useSession()
  const { profile } = current
  const [closedFor, setClosedFor] = useState<string | null>(null)
  if (!needsKey(path) || closedFor === profile.id || !isKeyMissing(profile, state.keyStore)) return null
  return <KeyMissing profile={profile} keyStore={state.keyStore} close={() => setClosedFor(profile.id)} />
}

/** Returns whether a screen needs the key. *Profiles* asks for it itself. */
function needsKey(path: string): boolean {
  return !isAboutAll(path) && !path.startsWith('/profiles')
}

/** The profile and environment that a page belongs to, whatever is active. */
interface PageContext {
  profileId: string
  profileName: string
  environment: Environment
}

/** Returns the screen's title, and its own profile and environment if it shows one link or run. */
function usePage(path: string): { title: string; context: PageContext | null } {
  const record = useLinkRecord(linkIdAt(path) || createdIdAt(path)).data
  const id = runIdAt(path)
  const run = useQuery({
    ...callQuery('runs.get', { id }),
    enabled: id !== '',
    select: (answer) => answer.run,
  }).data
  if (run?.change) return { title: 'Change run', context: run }
  const isOwnPage = record && (linkIdAt(path) !== '' || isOff(record))
  return {
    title: isOwnPage ? linkTitle(record) : screenHeading(path),
    context: record ?? run ?? null,
  }
}

/** Returns whether a screen shows all profiles and environments, so that a switch would have no effect on it. */
function isAboutAll(path: string): boolean {
  return /^\/(links|campaigns|settings|activity|help)\b/.test(path)
}

/**
 * Moves the focus to a new screen's heading so that screen readers announce it. Not away from a field or dialog: a title
 * also changes when the service reports another one for the link on the screen.
 */
function useFocusOnScreenChange(screen: string, heading: React.RefObject<HTMLHeadingElement | null>): void {
  useDidUpdate(() => {
    if (!isTypingIn(document.activeElement)) heading.current?.focus({ preventScroll: true })
  }, [screen, heading])
}

/** Maximum characters of the screen's name in the window title. */
const maxTitleLength = 80

/**
 * Sets the window title to the screen's name, preceded by any running work, which stays visible in the task bar. Also
 * warns before closing would lose something, if the host doesn't.
 */
function WindowTitle({ screen }: { screen: string }) {
  const { doing, asks } = useLongWork()
  useDocumentTitle(`${doing === null ? '' : `${doing}… – `}${shorten(screen, maxTitleLength)} – Linkwright`)
  useWindowEvent('beforeunload', (event) => {
    if (asks) event.preventDefault()
  })
  return null
}

/** Announces a switch to screen readers, also one by keyboard shortcut; silent until the first switch. */
function ContextAnnouncer() {
  const { profile, environment } = useSession().current
  const label = `${profile.name}, ${environment}`
  const [initialLabel] = useState(label)
  const [switched, setSwitched] = useState(false)
  if (!switched && label !== initialLabel) setSwitched(true)
  return <VisuallyHidden role="status">{switched ? label : ''}</VisuallyHidden>
}

// The router uses the address's fragment, so the link must move the focus itself.
function SkipLink() {
  const skip = (event: React.MouseEvent) => {
    event.preventDefault()
    document.getElementById('screen')?.focus()
  }
  return (
    <a className={styles['skip']} href="#screen" onClick={skip}>
      Skip to content
    </a>
  )
}
