import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Redactor } from '../redactor.ts'
import { formatStack } from './formatStack.ts'

/** In bytes. One older file of this size is kept beside the current one. */
const maxFileBytes = 256 * 1_024

export interface BugLog {
  report: (call: string, error: unknown) => void
  /** The current file as text, `''` when nothing has gone wrong. */
  read: () => string
  /** Removes both files. */
  clear: () => void
}

/** Writes bugs to `errors.log` in the data folder: the time, the call and the stack, never inputs, headers or keys. */
export function createBugLog(folder: string, redactor: Redactor): BugLog {
  const file = join(folder, 'errors.log')
  const older = join(folder, 'errors.old.log')
  const report = (call: string, error: unknown) => {
    try {
      const clean = redactor.redact(formatStack(error), 8_000).slice(0, 8_000)
      const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
      if (size > maxFileBytes) renameSync(file, older)
      const line = JSON.stringify({ time: new Date().toISOString(), call, error: clean })
      appendFileSync(file, `${line}\n`, { mode: 0o600 })
    } catch {
      // A full disk must not turn one fault into two.
    }
  }
  return {
    report,
    read: () => (existsSync(file) ? readFileSync(file, 'utf8') : ''),
    clear: () => {
      for (const name of [file, older]) rmSync(name, { force: true })
    },
  }
}
