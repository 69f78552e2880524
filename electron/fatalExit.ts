import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { app, dialog, shell } from 'electron'
import { windowUrlAt } from '../contract/windowPath.ts'
import { FolderInUseError } from '../core/core.ts'
import { requestOneTimeAddress } from '../core/folder/requestOneTimeAddress.ts'
import { isShutdownStarted } from './shutdown.ts'

/**
 * Chromium makes a folder for itself as it becomes ready, and by its own choice beside the person's settings: where the data folder
 * is refused, it gets one that the system throws away.
 */
export function removeChromiumProfile(): void {
  try {
    app.setPath('userData', mkdtempSync(join(tmpdir(), 'linkwright-')))
  } catch {
    // Without room for that either, an empty folder more is the least of it.
  }
}

/**
 * Says why there will be no window; where the app is open in a browser already, shows that instead, at the path that this start
 * asks for. Ends the process.
 */
export async function fatalExit(error: unknown, path: string | null = null): Promise<void> {
  // Who has quit already waits for no window, and the end is under way.
  if (isShutdownStarted()) return
  let code = 1
  try {
    // Before, a box would go to stderr on Linux, where nobody sees it who starts the app by its icon.
    await app.whenReady()
    const address = error instanceof FolderInUseError ? error.holder?.address : null
    if (!address) showReason(error instanceof Error ? error.message : String(error))
    // The person wanted the app open, and it is: no failure, after which `npm start` would try the browser once more.
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

/** Windows opens no address of more than some 2,000 characters; then the app itself is better than nothing. */
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
