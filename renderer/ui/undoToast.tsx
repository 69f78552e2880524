import { Button, Kbd } from '@mantine/core'
import { hideToast, showToast } from './toast.ts'
import styles from './ui.module.css'

interface UndoOptions {
  /** What was done, as a sentence. */
  message: string
  undo: () => void
  /** Duration of the toast in milliseconds; `false` until used or dismissed. */
  staysMs?: number | false
}

/** In milliseconds. A hovered or focused toast stays. */
const defaultDurationMs = 10_000

/** Undo offers, newest last. */
const offers: { id: string; take: () => void }[] = []

/** Shows what was done, with an undo button; Ctrl+Z works too. Returns a function that withdraws the offer. */
export function showUndo({ message, undo, staysMs = defaultDurationMs }: UndoOptions): () => void {
  const id = crypto.randomUUID()
  const withdraw = () => {
    forget(id)
    hideToast(id)
  }
  const take = () => {
    withdraw()
    undo()
  }
  offers.push({ id, take })
  showToast({
    id,
    role: 'status',
    autoClose: staysMs,
    onClose: () => forget(id),
    message: <Offer message={message} take={take} />,
  })
  return withdraw
}

function Offer({ message, take }: { message: string; take: () => void }) {
  return (
    <span className={styles['undo']}>
      <span>{message}</span>
      <Button size="compact-xs" variant="default" aria-keyshortcuts="Control+Z Meta+Z" onClick={take}>
        Undo
      </Button>
      <Kbd size="xs" aria-hidden>
        {/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘Z' : 'Ctrl Z'}
      </Kbd>
    </span>
  )
}

function forget(id: string): void {
  const place = offers.findIndex((offer) => offer.id === id)
  if (place >= 0) offers.splice(place, 1)
}

/** Handles Ctrl+Z except in text fields, which have their own undo. Also works in dialogs. */
function onKeyDown(event: KeyboardEvent): void {
  if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
  if (event.target instanceof Element && event.target.closest(textFieldSelector)) return
  // Otherwise the browser undoes the last edited text field, wherever the focus is.
  event.preventDefault()
  offers.at(-1)?.take()
}
document.addEventListener('keydown', onKeyDown)

const textFieldSelector =
  'textarea, [contenteditable="true"], input:not([type="radio"], [type="checkbox"], [type="button"])'
