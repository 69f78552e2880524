import { appendFileSync, existsSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Redactor } from '../redact.ts'

/** In bytes. One older file of this size is kept beside the current one. */
const largestFile = 256 * 1_024

export interface BugLog {
  report: (call: string, error: unknown) => void
  /** The current file as text, `''` when nothing has gone wrong. */
  read: () => string
}

/** Writes bugs to `errors.log` in the data folder: the time, the call and the stack, never inputs, headers or keys. */
export function createBugLog(folder: string, redactor: Redactor): BugLog {
  const file = join(folder, 'errors.log')
  const report = (call: string, error: unknown) => {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
    const clean = redactor.redact(stack, 8_000).slice(0, 8_000)
    try {
      rotate(file)
      const line = JSON.stringify({ time: new Date().toISOString(), call, error: clean })
      appendFileSync(file, `${line}\n`, { mode: 0o600 })
    } catch {
      // A full disk must not turn one fault into two.
    }
  }
  return { report, read: () => (existsSync(file) ? readFileSync(file, 'utf8') : '') }
}

function rotate(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > largestFile) renameSync(file, file.replace(/\.log$/, '.old.log'))
}
