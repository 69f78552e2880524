import { appendFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Redactor } from '../redact.ts'

/** In bytes. One older file of this size is kept beside the current one. */
const largestFile = 256 * 1_024

/** Writes bugs to `errors.log` in the data folder: the time, the call and the stack, never inputs, headers or keys. */
export function createBugLog(folder: string, redactor: Redactor): (call: string, error: unknown) => void {
  const file = join(folder, 'errors.log')
  return (call, error) => {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
    const line = JSON.stringify({
      time: new Date().toISOString(),
      call,
      error: redactor.redact(stack).slice(0, 8_000),
    })
    try {
      rotate(file)
      appendFileSync(file, `${line}\n`, { mode: 0o600 })
    } catch {
      // A full disk must not turn one fault into two.
    }
  }
}

function rotate(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > largestFile) renameSync(file, file.replace(/\.log$/, '.old.log'))
}
