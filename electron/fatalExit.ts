import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { app, dialog, shell } from 'electron'
import { windowUrlAt } from '../contract/windowPath.ts'
import { FolderInUseError } from '../core/core.ts'
import { requestOneTimeAddress } from '../core/folder/requestOneTimeAddress.ts'
import { isShutdownStarted } from './shutdown.ts'

/**
 * Deletes the folder that Chromium creates as it gets ready, by default beside the person's settings: if the data
 * folder is refused, Chromium gets a temporary one.
 */
export function removeChromiumProfile(): void {
  try {
    app.setPath('userData', mkdtempSync(join(tmpdir(), 'linkwright-')))
  } catch {
    // If that fails too, one more empty folder does no harm.
  }
}

/**
 * Explains why there will be no window. If the app is already open in a browser, opens that at the requested path
 * instead. Ends the process.
 */
export async function fatalExit(error: unknown, path: string | null = null): Promise<void> {
  // The person has already quit, so no window is needed.
  if (isShutdownStarted()) return
  let code = 1
  try {
    // Earlier, a message box would go to stderr on Linux, which is invisible when the app is started by its icon.
    await app.whenReady()
    const address = error instanceof FolderInUseError ? error.holder?.address : null
    if (!address) showReason(error instanceof Error ? error.message : String(error))
    // The person wanted the app to be open, and it is. A failure code would make `npm start` open the browser too.
    else if (await openExisting(address, path)) code = 0
    else showReason(alreadyOpen)
  } finally {
    app.exit(code)
  }
}

const alreadyOpen =
  'Linkwright is already open in a browser, but its window could not be shown. Open the address that it printed when it started.'

function showReason(reason: string): void {
  dialog.showErrorBox('Linkwright could not start', reason)
}

/** Windows can't open addresses longer than about 2,000 characters; then it opens the app's start page. */
async function openExisting(address: string, path: string | null): Promise<boolean> {
  const once = await requestOneTimeAddress(address)
  if (once === null) return false
  for (const wanted of [...(path === null ? [] : [windowUrlAt(once, path)]), once]) {
    const isOpen = await shell.openExternal(wanted).then(
      () => true,
      () => false,
    )
    if (isOpen) return true
  }
  return false
}
