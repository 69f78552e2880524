import { Button, Modal } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ReactNode } from 'react'
import { BeforeNavigateEvent, openUrl } from './hashLocation.ts'
import styles from './leaving.module.css'

/** The question, to be rendered, and whether it is open. A dialog must then not close on Escape itself. */
interface LeaveQuestion {
  isAsking: boolean
  question: ReactNode
}

/**
 * Asks before another screen is opened while `isUnsaved` returns true: by a link, a shortcut, or Back. `isUnsaved` is
 * called when that happens, so that saving and leaving in one step doesn't ask.
 */
export function useLeaveQuestion(isUnsaved: () => boolean): LeaveQuestion {
  const [proceed, setProceed] = useState<(() => void) | null>(null)
  const blocksLeaving = useEffectEvent((proceed: () => void) => {
    if (!isUnsaved()) return false
    setProceed(() => proceed)
    return true
  })
  useEffect(() => {
    let currentUrl = location.href
    // Back has already left the entry, so `currentUrl` needs a new one. The screens could render before `hashchange`.
    const onBack = () => {
      const targetUrl = location.href
      if (targetUrl !== currentUrl && blocksLeaving(() => openUrl(targetUrl)))
        history.pushState(null, '', currentUrl)
    }
    // Two forms of a screen can have unsaved text, and only one of them asks.
    const onNavigate = (event: Event) => {
      if (event.defaultPrevented || !(event instanceof BeforeNavigateEvent)) return
      if (blocksLeaving(event.proceed)) event.preventDefault()
    }
    const onNavigated = () => {
      currentUrl = location.href
    }
    addEventListener('popstate', onBack, { capture: true })
    addEventListener(BeforeNavigateEvent.type, onNavigate)
    addEventListener('hashchange', onNavigated)
    return () => {
      removeEventListener('popstate', onBack, { capture: true })
      removeEventListener(BeforeNavigateEvent.type, onNavigate)
      removeEventListener('hashchange', onNavigated)
    }
  }, [])
  const stay = () => setProceed(null)
  const leave = () => {
    stay()
    proceed?.()
  }
  return {
    isAsking: proceed !== null,
    question: proceed && <Question stay={stay} leave={leave} />,
  }
}

/** The same for a form that is not in a dialog. */
export function AskBeforeLeaving({ isUnsaved }: { isUnsaved: () => boolean }) {
  return useLeaveQuestion(isUnsaved).question
}

function Question({ stay, leave }: { stay: () => void; leave: () => void }) {
  return (
    <Modal opened onClose={stay} title="Leave without saving?" closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={styles['question']}>
        <p>What you entered here isn’t saved. If you leave, it is lost.</p>
        <div className={styles['buttons']}>
          <Button variant="default" data-autofocus onClick={stay}>
            Keep editing
          </Button>
          <Button color="red" onClick={leave}>
            Discard and leave
          </Button>
        </div>
      </div>
    </Modal>
  )
}
