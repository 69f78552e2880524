import { dialog } from 'electron'
import type { Core } from '../core/core.ts'
import { watchUncaughtErrors } from '../core/watchUncaughtErrors.ts'
import { shutDownAfterError } from './shutdown.ts'

/**
 * Ends the app after an uncaught exception, saving what it can, and shows a message once everything is saved: no one
 * may be there to read it. Electron's default shows the stack and continues.
 */
export function shutDownOnUncaughtError(core: Core): void {
  watchUncaughtErrors(core.recordUncaughtError, () =>
    shutDownAfterError(core, () => dialog.showErrorBox('Linkwright closed because of a bug', dialogText)),
  )
}

const dialogText =
  'Your links and drafts are kept. Open Linkwright again, and it shows a report of what went wrong, which you can keep or delete.'
