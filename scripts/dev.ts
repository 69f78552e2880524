import { homedir } from 'node:os'
import { join } from 'node:path'
import { defaultDataFolder } from '../core/folder/dataFolder.ts'
import { runApp } from './dev/app.ts'
import { readDevFlags, type DevFlags } from './dev/flags.ts'
import { runWatched } from './dev/watched.ts'
import { runCommand } from './start/command.ts'
import { waitForShutdown } from './start/shutdown.ts'

const root = join(import.meta.dirname, '..')

/**
 * Implements `npm run dev`: runs the app or the service from its sources and restarts it after changes. Returns the
 * exit code.
 */
async function develop(args: string[]): Promise<number> {
  const flags = readDevFlags(args)
  // Uses a separate folder, because code under development may damage the data of the installed app.
  const platformInfo = { platform: process.platform, env: process.env, home: homedir() }
  const dataFolder = flags.dataDir ?? `${defaultDataFolder(platformInfo)}-dev`
  const starting = flags.service
    ? Promise.resolve(runService(dataFolder, flags))
    : runApp(root, dataFolder, flags)
  // Listens before the address is printed, because its reader may stop the app immediately.
  const exitCode = waitForShutdown(async () => await (await starting)())
  await starting
  return await exitCode
}

/** Runs the link service. Its settings are environment variables. */
function runService(dataFolder: string, { inspect }: DevFlags): () => Promise<void> {
  const folders = ['contract', 'service', 'sqlite']
  const env = { LINKWRIGHT_DATA: process.env['LINKWRIGHT_DATA'] ?? join(dataFolder, 'service') }
  return runWatched({ script: 'service/start.js', folders, inspect, env })
}

await runCommand(develop)
