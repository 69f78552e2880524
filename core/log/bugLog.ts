import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Redactor } from '../redactor.ts'
import { formatStack } from './formatStack.ts'

/** Maximum file size in bytes. One older file of this size is kept. */
const maxFileBytes = 256 * 1_024

export type BugLog = ReturnType<typeof createBugLog>

/** Writes bugs to `errors.log` in the data folder: time, call and stack, but never inputs, headers or keys. */
export function createBugLog(folder: string, redactor: Redactor) {
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
      // A full disk must not cause a second error.
    }
  }
  return {
    report,
    /** Returns the current log file, or `''` if there is none. */
    read: () => (existsSync(file) ? readFileSync(file, 'utf8') : ''),
    /** Deletes both files. */
    clear: () => {
      for (const name of [file, older]) rmSync(name, { force: true })
    },
  }
}
