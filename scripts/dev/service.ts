import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { DevFlags } from './flags.ts'
import { createRestartable } from './restartable.ts'
import { watchSources } from './watchSources.ts'

const serviceFolders = ['contract', 'service', 'sqlite']

/**
 * Runs the link service from its sources. Returns a function that stops it. Its settings are environment variables.
 */
export async function runService(
  root: string,
  dataFolder: string,
  flags: DevFlags,
): Promise<() => Promise<void>> {
  const inspect = flags.inspect === undefined ? [] : [`--inspect=127.0.0.1:${flags.inspect}`]
  const env = { LINKWRIGHT_DATA: join(dataFolder, 'service'), ...process.env }
  const start = () =>
    spawn(process.execPath, [...inspect, join(root, 'service', 'start.js')], { stdio: 'inherit', env })
  const service = createRestartable(start, () => Promise.resolve())
  await service.ready()
  const sources = watchSources(root, serviceFolders, (file) => {
    console.log(`${file} changed: restarting the service.`)
    service.restart()
  })
  return async () => {
    sources.close()
    await service.stop()
  }
}
