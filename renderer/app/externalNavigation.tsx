import { Button } from '@mantine/core'
import { commandIds, commands } from '../../contract/commands.ts'
import { windowPaths } from '../../contract/windowPath.ts'
import { commandHandlers } from '../session/commands.ts'
import { navigate } from '../session/hashLocation.ts'
import { hideToast, replaceToast } from '../ui/toast.ts'
import styles from './shell.module.css'

const toastId = 'external-navigation'

/**
 * Opens a path, or runs the command of a path, requested by the menu or another program. While a dialog is open, ignores the menu, and offers a link or
 * invitation from another program in a toast. A form with unsaved input asks itself.
 */
export function openExternalPath(path: string): void {
  const isFromOutside = path.startsWith('/find/') || path === windowPaths.invitation
  // The open invitation dialog shows the next invitation when it is done.
  const command = commandIds.find((id) => commands[id].path === path)
  const run = command && commandHandlers()[command]
  if (run && !isDialogOpen()) run()
  else if (path === windowPaths.invitation && location.hash.slice(1) === path) announceNext()
  else if (!isDialogOpen()) navigateTo(path)
  else if (isFromOutside) offerNavigation(path)
}

function navigateTo(path: string): void {
  hideToast(toastId)
  navigate(path)
}

function offerNavigation(path: string): void {
  const isInvitation = path === windowPaths.invitation
  const message = (
    <span className={styles['offer']}>
      <span>
        {isInvitation ? 'Another program opened an invitation.' : 'Another program asked to look up a link.'}
      </span>
      <Button size="compact-xs" variant="default" onClick={() => navigateTo(path)}>
        {isInvitation ? 'Review it' : 'Find it'}
      </Button>
    </span>
  )
  replaceToast({ id: toastId, role: 'status', autoClose: false, message })
}

function announceNext(): void {
  const message = 'Another program opened an invitation. You’ll see it after this one.'
  replaceToast({ id: toastId, role: 'status', message })
}

function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"]') !== null
}
