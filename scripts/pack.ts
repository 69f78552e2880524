import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { azureArguments } from './package/azureSigning.ts'

const builder = join(import.meta.dirname, '..', 'node_modules', 'electron-builder', 'cli.js')

/** Runs electron-builder with the given arguments and the signing configured in the environment. Exits with its status. */
const args = [builder, ...process.argv.slice(2), ...azureArguments(process.env)]
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1
