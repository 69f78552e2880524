import { Button } from '@mantine/core'
import { navigate } from 'wouter/use-hash-location'
import { hideToast, replaceToast } from '../ui/toast.ts'
import styles from './shell.module.css'

const toast = 'asked-from-outside'

/**
 * Shows what the window is asked to show from outside of it. A link that comes from another program never takes away what
 * is being typed where nothing keeps it, and is offered instead; the menu does nothing behind an open dialog.
 */
export function showAsked(path: string): void {
  const isLink = path.startsWith('/find/')
  if (isLink && (isDialogOpen() || isTypingUnkept())) offer(path)
  else if (isLink || !isDialogOpen()) go(path)
}

function go(path: string): void {
  hideToast(toast)
  navigate(path, { state: path.startsWith('/create/') ? { first: 'title' } : null })
}

function offer(path: string): void {
  const message = (
    <span className={styles['asked']}>
      <span>Another program asks what a link does.</span>
      <Button size="compact-xs" variant="default" onClick={() => go(path)}>
        Find it
      </Button>
    </span>
  )
  replaceToast({ id: toast, role: 'status', autoClose: false, message })
}

function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"]') !== null
}

/** Drafts are kept wherever one goes; a profile and the network settings are not until they are saved. */
function isTypingUnkept(): boolean {
  return /^#\/(profiles|settings\/network)\b/.test(location.hash)
}
