import { dialog } from 'electron'
import type { Core } from '../core/core.ts'
import { watchUncaughtErrors } from '../core/watchUncaughtErrors.ts'
import { shutDownAfterError } from './shutdown.ts'

/**
 * Ends the app after an exception that nothing caught, in order as far as it still can, and says so once everything is
 * put away: nobody may be there to read it. Electron by itself would show the stack and go on.
 */
export function shutDownOnUncaughtError(core: Core): void {
  watchUncaughtErrors(core.recordUncaughtError, () =>
    shutDownAfterError(core, () => dialog.showErrorBox('Linkwright closed because of a bug', dialogText)),
  )
}

const dialogText =
  'Your links and drafts are kept. Open Linkwright again, and it shows a report of what went wrong, which you can keep or delete.'
