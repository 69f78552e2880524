import { app, dialog, shell } from 'electron'
import { FolderInUse } from '../core/core.ts'

/** Says why there will be no window; where the app is open in a browser already, shows that instead. Ends the process. */
export async function giveUp(error: unknown): Promise<void> {
  try {
    // Before, a box would go to stderr on Linux, where nobody sees it who starts the app by its icon.
    await app.whenReady()
    const address = error instanceof FolderInUse ? error.holder?.address : null
    if (!address) sayWhy(error instanceof Error ? error.message : String(error))
    else if (!(await opens(address)))
      sayWhy('Linkwright is already open in a browser, and no browser could be started to show it.')
  } finally {
    app.exit(1)
  }
}

function sayWhy(reason: string): void {
  dialog.showErrorBox('Linkwright could not start', reason)
}

async function opens(address: string): Promise<boolean> {
  return await shell.openExternal(address).then(
    () => true,
    () => false,
  )
}
