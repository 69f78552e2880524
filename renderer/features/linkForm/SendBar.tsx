import { Anchor, Button, Flex, Stack } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { schemeQuestions } from '../../api/schemeQuestion.ts'
import { useErrorCount } from '../../link/FormChecks.tsx'
import { isMac } from '../../session/isMac.ts'
import { useSession } from '../../session/Session.tsx'
import { Elapsed } from '../../ui/Elapsed.tsx'

interface SendBarProps {
  /** The main button's label. */
  label: string
  isSending: boolean
  disabled?: boolean
  send: () => void
  /** Stops waiting for the service. */
  cancel: () => void
  showError: () => void
  /** What is said while nothing is sent and no field has an error. */
  status: ReactNode
  /** What is shown before the main button. */
  children?: ReactNode
}

/** The end of a link's form: its state, and the button that sends it. */
export function SendBar(props: SendBarProps) {
  const { label, isSending, disabled = false, send, cancel, showError, status, children } = props
  const button = useSendKey(disabled || isSending ? null : send)
  // Nothing is sent while the user is asked whether the addresses are right.
  const isWaiting = schemeQuestions.use().length === 0 && isSending
  const isProduction = useSession().current.environment === 'production'
  return (
    <>
      {/* As high as its two lines, so that nothing moves when one of them goes. */}
      <Stack gap={0} justify="center" flex={1} mih={40} miw={140}>
        {isWaiting ? (
          <>
            <StatusLine>
              <span role="status">Waiting for the service</span>
            </StatusLine>
            <Elapsed cancel={cancel} />
          </>
        ) : (
          <ErrorsOr showError={showError}>{status}</ErrorsOr>
        )}
      </Stack>
      {children}
      <Button
        ref={button}
        flex="none"
        color={isProduction ? 'amber' : 'ink'}
        loading={isSending}
        disabled={disabled}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        onClick={send}
      >
        {label}
      </Button>
    </>
  )
}

/** Sends with Ctrl+Enter in a dialog. On a screen, the key is a command. Returns the ref of the button. */
function useSendKey(send: (() => void) | null) {
  const button = useRef<HTMLButtonElement>(null)
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(isMac() ? event.metaKey : event.ctrlKey) || event.repeat) return
    event.preventDefault()
    send?.()
  })
  useEffect(() => {
    const dialog = button.current?.closest<HTMLElement>('[role="dialog"]')
    const listen = (event: KeyboardEvent) => press(event)
    dialog?.addEventListener('keydown', listen)
    return () => dialog?.removeEventListener('keydown', listen)
  }, [])
  return button
}

/** Leads to the first error if there are any, and otherwise shows the state of the form. */
function ErrorsOr({ showError, children }: { showError: () => void; children: ReactNode }) {
  const count = useErrorCount()
  if (count === 0) return children
  return (
    <Anchor component="button" type="button" c="var(--bad-text)" fz="sm" ta="left" onClick={showError}>
      <StatusLine c="inherit">
        <CircleAlert size={15} />
        {count === 1 ? '1 field has an error' : `${count} fields have errors`}
      </StatusLine>
    </Anchor>
  )
}

/** A line of the form's state. */
export function StatusLine({ c = 'dimmed', children }: { c?: string; children: ReactNode }) {
  return (
    <Flex component="span" gap={6} align="center" miw={0} c={c} fz="sm">
      {children}
    </Flex>
  )
}
