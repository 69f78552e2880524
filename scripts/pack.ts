import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { azureArguments } from './package/azureSigning.ts'
import { downloadHelp } from './package/downloadHelp.ts'

const builder = join(import.meta.dirname, '..', 'node_modules', 'electron-builder', 'cli.js')

/** Number of characters of the output that are kept to find out why packing failed. */
const maxKeptOutput = 200_000

/** Runs electron-builder with the given arguments and the signing configured in the environment. Exits with its status. */
async function pack(): Promise<number> {
  const args = [builder, ...process.argv.slice(2), ...azureArguments(process.env)]
  const child = spawn(process.execPath, args, { stdio: ['inherit', 'pipe', 'pipe'] })
  let output = ''
  const relay = (source: NodeJS.ReadableStream, target: NodeJS.WritableStream) =>
    source.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-maxKeptOutput)
      target.write(text)
    })
  relay(child.stdout, process.stdout)
  relay(child.stderr, process.stderr)
  const [status] = (await once(child, 'close')) as [number | null]
  const help = status === 0 ? null : downloadHelp(output)
  if (help !== null) console.error(`\n${help}`)
  return status ?? 1
}

try {
  process.exitCode = await pack()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
