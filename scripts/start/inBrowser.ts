import { homedir } from 'node:os'
import { join } from 'node:path'
import { FolderInUseError, FolderUnusableError } from '../../core/core.ts'
import { findDataFolder, FolderNotPrivateError } from '../../core/folder/dataFolder.ts'
import { requestOneTimeAddress } from '../../core/folder/requestOneTimeAddress.ts'
import { watchThreads } from '../../core/runningThreads.ts'
import { openBrowser } from '../../loopback/browser.ts'
import { startLoopback, type Loopback } from '../../loopback/main.ts'
import type { Flags } from './flags.ts'
import { waitForShutdown, waitForUncaughtError } from './shutdown.ts'

/** Beside this file's bundle. */
const windowFolder = join(import.meta.dirname, '..', 'renderer')

/** Runs the app in the browser host until it is asked to exit. Returns the exit code. */
export async function runInBrowser(flags: Flags): Promise<number> {
  watchThreads()
  const platformInfo = { platform: process.platform, env: process.env, home: homedir() }
  const dataFolder = flags.dataDir ?? findDataFolder(platformInfo)
  let app: Loopback
  try {
    app = await startLoopback({ dataFolder, windowFolder, port: flags.port })
  } catch (error) {
    return await reportStartError(error, flags)
  }
  // Listens before the address is printed, because its reader may stop the app immediately.
  const exitCode = Promise.race([waitForShutdown(app.close), waitForUncaughtError(app)])
  console.log(`Linkwright is open at ${app.address}\nPress Ctrl-C to stop.`)
  if (flags.open) openBrowser(app.oneTimeAddress())
  return await exitCode
}

async function reportStartError(error: unknown, flags: Flags): Promise<number> {
  if (error instanceof FolderInUseError) return await reportRunning(error, flags)
  if (error instanceof FolderNotPrivateError) return exitWithLine(error.message, 2)
  if (error instanceof FolderUnusableError) return exitWithLine(error.message, 1)
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE')
    return exitWithLine(`Port ${flags.port} is already in use. Choose another one, or omit --port.`, 1)
  if (code === 'EACCES') return exitWithLine(`Permission denied: ${(error as Error).message}`, 1)
  throw error
}

/** Exits with 0, because the app is open as requested, in its other window. */
async function reportRunning({ holder }: FolderInUseError, { open }: Flags): Promise<number> {
  const address = holder?.address
  if (address) {
    console.log(`Linkwright is already open at ${address}`)
    const oneTimeAddress = open ? await requestOneTimeAddress(address) : null
    if (oneTimeAddress !== null) openBrowser(oneTimeAddress)
    return 0
  }
  const processInfo = holder ? ` (process ${holder.pid})` : ''
  console.log(
    `Linkwright is already open with this data folder${processInfo}. Choose another folder with --data-dir.`,
  )
  return 0
}

function exitWithLine(line: string, exitCode: number): number {
  console.error(line)
  return exitCode
}
