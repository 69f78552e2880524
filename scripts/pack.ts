import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { azureArguments } from './package/azureSigning.ts'

const builder = join(import.meta.dirname, '..', 'node_modules', 'electron-builder', 'cli.js')

/** Runs electron-builder with the given arguments and the signing configured in the environment. Exits with its status. */
async function pack(): Promise<number> {
  const args = [builder, ...process.argv.slice(2), ...azureArguments(process.env)]
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  const [status] = (await once(child, 'close')) as [number | null]
  return status ?? 1
}

try {
  process.exitCode = await pack()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
