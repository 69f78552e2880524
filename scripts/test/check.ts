import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import type { Outcome } from './outcome.ts'

export interface Command {
  name: string
  /** A script and its arguments, run by the same Node. */
  args: string[]
}

/**
 * Runs a command that passes or fails as a whole, and shows its output only if it fails. With low priority, it uses
 * only idle CPU time.
 */
export async function runCheck(
  { name, args }: Command,
  cwd: string,
  { givesWay = false } = {},
): Promise<Outcome> {
  console.log(`Checking ${name} …`)
  const startedAt = performance.now()
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  if (givesWay && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text))
  }
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) console.log(`\n${name} failed:\n${output.join('')}`)
  const seconds = (performance.now() - startedAt) / 1_000
  const [passed, failed] = code === 0 ? [1, 0] : [0, 1]
  return { name, passed, failed, skipped: 0, seconds, notes: [] }
}
