import { Kbd } from '@mantine/core'
import { ToastActions, type ToastAction } from './ActionToast.tsx'
import { createStore } from './createStore.ts'
import { hideToast, showToast } from './toast.ts'

export interface UndoOptions {
  /** What was done, as a sentence. */
  message: string
  /** May resolve with `false` if nothing was undone. */
  undo: () => unknown
  /** Said when it is undone, instead of repeating the message after Ctrl+Z. `null` if `undo` reports itself. */
  undone?: string | null
  /** Another thing to do, before *Undo*. */
  action?: ToastAction
}

/** Duration in milliseconds. A hovered or focused toast stays. */
const durationMs = 20_000

/** Undo offers, newest last. `at` is when an offer was made, on the same clock as event time stamps. */
const offers = createStore<readonly { id: string; at: number; take: (isByKey: boolean) => void }[]>([])

/** Time stamp of the last `input` event. */
let lastInputAt = 0
document.addEventListener('input', ({ timeStamp }) => (lastInputAt = timeStamp), { capture: true })

/** Shows a message with an undo button; Ctrl+Z works too. Returns a function that withdraws the offer. */
export function showUndo({ message, undo, action, undone }: UndoOptions): () => void {
  const id = crypto.randomUUID()
  const withdraw = () => {
    forget(id)
    hideToast(id)
  }
  const take = (isByKey: boolean) => {
    withdraw()
    const words = undone === undefined && isByKey ? `Undone: ${message}` : undone
    void Promise.resolve(undo()).then((isDone) => {
      if (words && isDone !== false) showToast({ role: 'status', message: words })
    })
  }
  offers.set([...offers.get(), { id, at: performance.now(), take }])
  showToast({
    id,
    role: 'status',
    autoClose: durationMs,
    onClose: () => forget(id),
    message: <Offer id={id} message={message} action={action} take={() => take(false)} />,
  })
  return withdraw
}

interface OfferProps extends Pick<UndoOptions, 'message'> {
  id: string
  action: ToastAction | undefined
  take: () => void
}

function Offer({ id, message, action, take }: OfferProps) {
  // Ctrl+Z accepts only the newest offer.
  const hasShortcut = offers.use().at(-1)?.id === id
  const shortcut = hasShortcut && { 'aria-keyshortcuts': 'Control+Z Meta+Z' }
  return (
    <ToastActions
      message={message}
      actions={[...(action ? [action] : []), { label: 'Undo', run: take, ...shortcut }]}
    >
      {hasShortcut && (
        <Kbd size="xs" aria-hidden>
          {/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘Z' : 'Ctrl Z'}
        </Kbd>
      )}
    </ToastActions>
  )
}

/** Returns what accepts the newest offer; `undefined` if nothing can be undone. */
export function newestUndo(): (() => void) | undefined {
  const offer = offers.get().at(-1)
  return offer && (() => offer.take(true))
}

function forget(id: string): void {
  offers.set(offers.get().filter((offer) => offer.id !== id))
}

/**
 * Handles Ctrl+Z, also in dialogs. In a text field, the browser undoes the typing if it is newer than the newest offer.
 * Otherwise Ctrl+Z accepts the offer on the screen.
 */
function onKeyDown(event: KeyboardEvent): void {
  if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
  const offer = offers.get().at(-1)
  const isTyping = event.target instanceof Element && event.target.closest(textFieldSelector) !== null
  if (isTyping && (offer === undefined || lastInputAt > offer.at)) return
  // Prevents the browser from undoing the last edited text field, wherever the focus is.
  event.preventDefault()
  offer?.take(true)
}
document.addEventListener('keydown', onKeyDown)

const textFieldSelector =
  'textarea, [contenteditable="true"], input:not([type="radio"], [type="checkbox"], [type="button"])'
