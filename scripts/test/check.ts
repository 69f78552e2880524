import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { text } from 'node:stream/consumers'
import { runStep, type Outcome } from './outcome.ts'

export interface Command {
  name: string
  /** A script and its arguments, run by the same Node. */
  args: string[]
}

/**
 * Runs a command that passes or fails as a whole, and shows its output only if it fails. With low priority, it uses
 * only idle CPU time.
 */
export function runCheck(
  { name, args }: Command,
  cwd: string,
  { isLowPriority = false } = {},
): Promise<Outcome> {
  return runStep(name, async () => {
    console.log(`Checking ${name} …`)
    const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    if (isLowPriority && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
    const exited = once(child, 'close') as Promise<[number | null]>
    const [[code], ...output] = await Promise.all([exited, text(child.stdout), text(child.stderr)])
    if (code !== 0) console.log(`\n${name} failed:\n${output.join('')}`)
    return code === 0
  })
}
