import { useWindowEvent } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { Question } from '../ui/Question.tsx'
import { BeforeNavigateEvent } from './hashLocation.ts'

/** Whether the user has agreed to go back, which must not ask again. */
let isGoingBack = false

/** Asks before a form is left while `isUnsaved` returns true (`useLeaveQuestion`). */
export function AskBeforeLeaving({ isUnsaved }: { isUnsaved: () => boolean }) {
  return useLeaveQuestion(isUnsaved).question
}

/**
 * Asks before another screen is opened while `isUnsaved` returns true: by a link, a shortcut, or Back. `isUnsaved` is
 * called when that happens, so that saving and leaving in one step doesn't ask. `question` must be rendered. `leave`
 * asks too, and then calls its function: a dialog passes it what closes it.
 */
export function useLeaveQuestion(isUnsaved: () => boolean) {
  const [proceed, setProceed] = useState<(() => void) | null>(null)
  const currentUrl = useRef(location.href)
  const blocksLeaving = (proceed: () => void) => {
    if (!isUnsaved()) return false
    setProceed(() => proceed)
    return true
  }
  // Back has already left the entry, so `currentUrl` needs a new one. The screens could render before `hashchange`.
  const onBack = () => {
    if (location.href !== currentUrl.current && !isGoingBack && blocksLeaving(goBack))
      history.pushState(null, '', currentUrl.current)
  }
  useWindowEvent('popstate', onBack, { capture: true })
  // Two forms of a screen can have unsaved text, and only one of them asks.
  useWindowEvent(BeforeNavigateEvent.type, (event: Event) => {
    if (event.defaultPrevented || !(event instanceof BeforeNavigateEvent)) return
    if (blocksLeaving(event.proceed)) event.preventDefault()
  })
  useWindowEvent('hashchange', () => {
    currentUrl.current = location.href
  })
  const stay = () => setProceed(null)
  const discard = () => {
    stay()
    proceed?.()
  }
  const leave = (proceed: () => void) => {
    if (isUnsaved()) setProceed(() => proceed)
    else proceed()
  }
  return { leave, question: proceed && <LeaveQuestion stay={stay} leave={discard} /> }
}

/** Returns to the entry that Back had opened before the question. Opening its address would add an entry. */
function goBack(): void {
  isGoingBack = true
  addEventListener('hashchange', () => (isGoingBack = false), { once: true })
  history.back()
}

function LeaveQuestion({ stay, leave }: { stay: () => void; leave: () => void }) {
  return (
    <Question
      title="Leave without saving?"
      close={stay}
      main={{ label: 'Discard and leave', isRed: true, choose: leave }}
      other={{ label: 'Keep editing' }}
    >
      What you entered here isn’t saved. If you leave, it is lost.
    </Question>
  )
}
