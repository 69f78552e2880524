import { Button, Kbd } from '@mantine/core'
import { hideToast, showToast } from './toast.ts'
import styles from './ui.module.css'

interface UndoOptions {
  /** What was done, as a sentence. */
  message: string
  undo: () => void
  /** How long the offer stays, in milliseconds; `false` until it is taken or dismissed. */
  staysMs?: number | false
}

/** A toast that is pointed at or has the focus stays. */
const defaultDurationMs = 10_000

/** What can be taken back, the latest last. */
const offers: { id: string; take: () => void }[] = []

/** Says what was done, with the way back; Ctrl+Z takes it as well. Answers how to withdraw it. */
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

/** From anywhere but a text, which has an undo of its own; a dialog keeps Tab to itself, but not this. */
function onKeyDown(event: KeyboardEvent): void {
  if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
  if (event.target instanceof Element && event.target.closest(textFieldSelector)) return
  // Without this, the browser would undo in the text field that was edited last, wherever the focus is.
  event.preventDefault()
  offers.at(-1)?.take()
}
document.addEventListener('keydown', onKeyDown)

const textFieldSelector =
  'textarea, [contenteditable="true"], input:not([type="radio"], [type="checkbox"], [type="button"])'
