import { homedir } from 'node:os'
import { join } from 'node:path'
import { FolderInUse, FolderUnusable } from '../../core/core.ts'
import { findDataFolder, FolderNotPrivate } from '../../core/folder/place.ts'
import { requestOneTimeAddress } from '../../core/folder/requestOneTimeAddress.ts'
import { openBrowser } from '../../loopback/browser.ts'
import { startLoopback } from '../../loopback/main.ts'
import type { Loopback } from '../../loopback/main.ts'
import type { Flags } from './flags.ts'
import { untilEnded, untilFault } from './ending.ts'

/** Beside this file's bundle. */
const windowFolder = join(import.meta.dirname, '..', 'renderer')

/** Runs the app in the browser host until it is told to end; gives the exit code. */
export async function runInBrowser(flags: Flags): Promise<number> {
  const surroundings = { platform: process.platform, env: process.env, home: homedir() }
  const dataFolder = flags.dataFolder ?? findDataFolder(surroundings)
  let app: Loopback
  try {
    app = await startLoopback({ dataFolder, windowFolder, port: flags.port })
  } catch (error) {
    return await sayWhyNot(error, flags)
  }
  // Whoever reads the address may end the app at once, so it listens for that first.
  const ended = Promise.race([untilEnded(app.close), untilFault(app)])
  console.log(`Linkwright is open at ${app.address}\nCtrl-C ends it.`)
  if (flags.open) openBrowser(app.oneTimeAddress())
  return await ended
}

async function sayWhyNot(error: unknown, flags: Flags): Promise<number> {
  if (error instanceof FolderInUse) return await sayWhere(error, flags)
  if (error instanceof FolderNotPrivate) return refuse(error.message, 2)
  if (error instanceof FolderUnusable) return refuse(error.message, 1)
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE')
    return refuse(`Port ${flags.port} is taken. Choose another, or leave --port out.`, 1)
  if (code === 'EACCES') return refuse(`Not permitted: ${(error as Error).message}`, 1)
  throw error
}

/** The person wanted the app open, and it is: in its other window. */
async function sayWhere({ holder }: FolderInUse, { open }: Flags): Promise<number> {
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

function refuse(line: string, exitCode: number): number {
  console.error(line)
  return exitCode
}
