import { Button, Kbd, UnstyledButton } from '@mantine/core'
import { CircleAlert, CloudOff, FileCheck2 } from 'lucide-react'
import type { Environment } from '../../../contract/headers.ts'
import { useFaultCount } from '../../link/FormChecks.tsx'
import type { DraftSession } from './draftSession.ts'
import { useDraftState } from './useDraftSession.ts'
import styles from './create.module.css'

interface ActionBarProps {
  session: DraftSession
  environment: Environment
  sending: boolean
  showFault: () => void
  send: () => void
}

/** The button that makes the link, always in view, and what there is to know before pressing it. */
export function ActionBar({ session, environment, sending, showFault, send }: ActionBarProps) {
  const faults = useFaultCount()
  const production = environment === 'production'
  return (
    <div className={styles['bar']}>
      {sending ? (
        <span className={styles['draftLine']} role="status">
          Waiting for the service
        </span>
      ) : faults > 0 ? (
        <UnstyledButton className={styles['faultCount']} onClick={showFault}>
          <CircleAlert size={15} aria-hidden />
          {faults === 1 ? 'One field needs attention' : `${faults} fields need attention`}
        </UnstyledButton>
      ) : (
        <DraftLine session={session} />
      )}
      <span className={styles['shortcut']} aria-hidden>
        <Kbd size="xs">{modifier()}</Kbd> <Kbd size="xs">Enter</Kbd>
      </span>
      <Button
        className={styles['send'] ?? ''}
        color={production ? 'amber' : 'ink'}
        loading={sending}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        onClick={send}
      >
        {production ? 'Create in production' : 'Create link'}
      </Button>
    </div>
  )
}

// On its own, since it changes several times a second while someone types.
function DraftLine({ session }: { session: DraftSession }) {
  const state = useDraftState(session)
  if (state === 'failed') {
    return (
      <span className={styles['draftLine']} data-failed role="status">
        <CloudOff size={15} aria-hidden /> The draft could not be saved
      </span>
    )
  }
  if (state === 'untouched') return <span className={styles['draftLine']}>Every field is optional</span>
  return (
    <span className={styles['draftLine']}>
      <FileCheck2 size={15} aria-hidden /> {state === 'saved' ? 'Draft saved' : 'Saving draft'}
    </span>
  )
}

function modifier(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
}
