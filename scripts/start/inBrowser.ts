import { homedir } from 'node:os'
import { join } from 'node:path'
import { FolderInUseError, FolderUnusableError } from '../../core/core.ts'
import { findDataFolder, FolderNotPrivateError } from '../../core/folder/dataFolder.ts'
import { requestOneTimeAddress } from '../../core/folder/requestOneTimeAddress.ts'
import { watchThreads } from '../../core/runningThreads.ts'
import { openBrowser } from '../../loopback/browser.ts'
import { startLoopback } from '../../loopback/main.ts'
import type { Loopback } from '../../loopback/main.ts'
import type { Flags } from './flags.ts'
import { waitForShutdown, waitForUncaughtError } from './shutdown.ts'

/** Beside this file's bundle. */
const windowFolder = join(import.meta.dirname, '..', 'renderer')

/** Runs the app in the browser host until it is asked to exit. Returns the exit code. */
export async function runInBrowser(flags: Flags): Promise<number> {
  watchThreads()
  const surroundings = { platform: process.platform, env: process.env, home: homedir() }
  const dataFolder = flags.dataFolder ?? findDataFolder(surroundings)
  let app: Loopback
  try {
    app = await startLoopback({ dataFolder, windowFolder, port: flags.port })
  } catch (error) {
    return await reportStartError(error, flags)
  }
  // Listens first: whoever reads the address may end the app immediately.
  const ended = Promise.race([waitForShutdown(app.close), waitForUncaughtError(app)])
  console.log(`Linkwright is open at ${app.address}\nCtrl-C ends it.`)
  if (flags.open) openBrowser(app.oneTimeAddress())
  return await ended
}

async function reportStartError(error: unknown, flags: Flags): Promise<number> {
  if (error instanceof FolderInUseError) return await reportRunning(error, flags)
  if (error instanceof FolderNotPrivateError) return exitWithLine(error.message, 2)
  if (error instanceof FolderUnusableError) return exitWithLine(error.message, 1)
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE')
    return exitWithLine(`Port ${flags.port} is taken. Choose another, or leave --port out.`, 1)
  if (code === 'EACCES') return exitWithLine(`Not permitted: ${(error as Error).message}`, 1)
  throw error
}

/** The person wanted the app to be open, and it is: in its other window. */
async function reportRunning({ holder }: FolderInUseError, { open }: Flags): Promise<number> {
  const address = holder?.address
  if (address) {
    console.log(`Linkwright is open already at ${address}`)
    const once = open ? await requestOneTimeAddress(address) : null
    if (once !== null) openBrowser(once)
    return 0
  }
  const who = holder ? ` (process ${holder.pid})` : ''
  console.log(`Linkwright is open already with this data folder${who}. Choose another with --data-dir.`)
  return 0
}

function exitWithLine(line: string, exitCode: number): number {
  console.error(line)
  return exitCode
}
