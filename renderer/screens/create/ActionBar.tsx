import { Button, Kbd, UnstyledButton } from '@mantine/core'
import { CircleAlert, CloudOff, FileCheck2 } from 'lucide-react'
import type { Environment } from '../../../contract/service/api/headers.ts'
import { useErrorCount, useRules } from '../../link/FormChecks.tsx'
import { useDerived } from '../../link/FormContext.tsx'
import { isBlank } from '../../link/draft.ts'
import { hasNoAddress } from '../../link/form.ts'
import { useHasUnreadableRules } from '../../link/useFormRules.ts'
import { useSession } from '../../session/Session.tsx'
import type { DraftSession } from './draftSession.ts'
import { useDraftState } from './useDraftSession.ts'
import { useSimilarLinks } from './useSimilarLinks.ts'
import { Elapsed } from '../../ui/Elapsed.tsx'
import styles from './create.module.css'

interface ActionBarProps {
  session: DraftSession
  environment: Environment
  sending: boolean
  showError: () => void
  showSimilar: () => void
  /** Stops waiting for the service. */
  cancel: () => void
  send: () => void
}

/** Shows the create button and the form's status. It is always in view. */
export function ActionBar({
  session,
  environment,
  sending,
  showError,
  showSimilar,
  cancel,
  send,
}: ActionBarProps) {
  const production = environment === 'production'
  return (
    <div className={styles['bar']}>
      <div className={styles['barLines']}>
        {sending ? (
          <>
            <span className={styles['barLine']} role="status">
              Waiting for the service
            </span>
            <Elapsed cancel={cancel} />
          </>
        ) : (
          <FormStatus session={session} showError={showError} />
        )}
      </div>
      <SimilarButton show={showSimilar} />
      <span className={styles['shortcut']} aria-hidden>
        <Kbd size="xs">{modifierKey()}</Kbd> <Kbd size="xs">Enter</Kbd>
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

/** Shows blocking errors, or else a missing address and the state of the draft. */
function FormStatus({ session, showError }: Pick<ActionBarProps, 'session' | 'showError'>) {
  const errors = useErrorCount()
  const noAddress = useNoAddressWarning()
  const hasUnreadableRules = useHasUnreadableRules(useSession().current.profile.id)
  if (errors > 0) {
    return (
      <UnstyledButton className={styles['errorCount']} onClick={showError}>
        <CircleAlert size={15} aria-hidden />
        {errors === 1 ? '1 field has an error' : `${errors} fields have errors`}
      </UnstyledButton>
    )
  }
  return (
    <>
      {[noAddress, hasUnreadableRules && unreadableRules].map(
        (warning) =>
          warning && (
            <span key={warning} className={styles['barLine']} data-warning>
              <CircleAlert size={15} aria-hidden /> {warning}
            </span>
          ),
      )}
      <DraftLine session={session} />
    </>
  )
}

const unreadableRules = 'This profile’s rules can’t be read, and aren’t applied'

/** Returns a warning sentence if a form with input has no address; otherwise `null`. */
function useNoAddressWarning(): string | null {
  const isMissing = useDerived((values) => hasNoAddress(values) && !isBlank(values))
  const { defaults } = useSession().current.profile
  if (!isMissing) return null
  return defaults === 'ours'
    ? 'No address yet. Visitors will see only the title'
    : 'No address yet. The service will decide where visitors go'
}

// A separate component, because it changes several times a second while typing.
function DraftLine({ session }: { session: DraftSession }) {
  const state = useDraftState(session)
  const hasRequired = useRules()?.hasRequired ?? false
  if (state === 'failed') {
    return (
      <span className={styles['barLine']} data-failed role="status">
        <CloudOff size={15} aria-hidden /> The draft couldn’t be saved
      </span>
    )
  }
  if (state === 'untouched')
    return hasRequired && <span className={styles['barLine']}>Some fields are required</span>
  return (
    <span className={styles['barLine']}>
      <FileCheck2 size={15} aria-hidden /> {state === 'saved' ? 'Draft saved' : 'Saving draft…'}
    </span>
  )
}

function SimilarButton({ show }: { show: () => void }) {
  const length = useSimilarLinks().data?.length ?? 0
  if (length === 0) return null
  return (
    <UnstyledButton className={styles['similarCount']} onClick={show}>
      {length === 1 ? '1 similar link' : `${length} similar links`}
    </UnstyledButton>
  )
}

function modifierKey(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
}
