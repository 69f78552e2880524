import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { app, dialog, shell } from 'electron'
import { windowUrlAt } from '../contract/app/window/windowPath.ts'
import { FolderInUseError } from '../core/core.ts'
import { requestOneTimeAddress } from '../core/folder/requestOneTimeAddress.ts'
import { isShutdownStarted } from './shutdown.ts'

/**
 * Gives Chromium a temporary folder if the data folder can't be used, and deletes it at the end. Otherwise, Chromium would
 * create its folder next to the user's settings.
 */
export function useTemporaryChromiumProfile(): void {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'linkwright-'))
    app.setPath('userData', folder)
    process.once('exit', () => removeProfile(folder))
  } catch {
    // If that fails as well, an extra empty folder does no harm.
  }
}

function removeProfile(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // On Windows, Chromium may still have its files open.
  }
}

/**
 * Explains why there will be no window. If the app is already open in a browser, opens that at the requested path
 * instead. Ends the process.
 */
export async function fatalExit(error: unknown, path: string | null = null): Promise<void> {
  // The user has already quit, so no window is needed.
  if (isShutdownStarted()) return
  let code = 1
  try {
    // Before Electron is ready, a message box would go to stderr on Linux, which is invisible if the app was started
    // from its icon.
    await app.whenReady()
    const address = error instanceof FolderInUseError ? error.holder?.address : null
    if (!address) showReason(error instanceof Error ? error.message : String(error))
    // The user wanted the app to be open, and it is. With a failure code, `npm start` would open the browser as well.
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

/** Opens the app in the browser. Returns whether that worked; Windows opens no address of over about 2,000 characters. */
async function openExisting(address: string, path: string | null): Promise<boolean> {
  const oneTimeAddress = await requestOneTimeAddress(address)
  if (oneTimeAddress === null) return false
  return await shell.openExternal(path === null ? oneTimeAddress : windowUrlAt(oneTimeAddress, path)).then(
    () => true,
    () => false,
  )
}
