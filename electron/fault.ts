import { app, dialog } from 'electron'
import type { Core } from '../core/core.ts'
import { watchFaults } from '../core/watchFaults.ts'

/** How long windows and files may take to close after an exception, in milliseconds. */
const patience = 10_000

/**
 * Ends the app after an exception that nothing caught, in order as far as it still can, and says so once everything is
 * put away: nobody may be there to read it. Electron by itself would show the stack and go on.
 */
export function endOnFault(core: Pick<Core, 'recordFault' | 'close'>): void {
  watchFaults(core.recordFault, () => {
    let said = false
    const end = () => {
      if (said) return
      said = true
      dialog.showErrorBox('A bug has closed Linkwright', text)
      app.exit(1)
    }
    setTimeout(end, patience)
    app.on('will-quit', (event) => {
      event.preventDefault()
      void core.close().then(end, end)
    })
    app.quit()
  })
}

const text =
  'Your links and drafts are kept. Open Linkwright again, and it shows a report of what went wrong, which you can keep or delete.'
