import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

type FileChange =
  | 'mkdirSync'
  | 'linkSync'
  | 'renameSync'
  | 'rmSync'
  | 'fsyncSync'
  | 'copyFileSync'
  | 'chmodSync'

/**
 * Kills this process before one of its next changes of the file system: the first for 0. Only modules that are imported
 * later are affected.
 */
export function killBeforeChange(count: number, changes: readonly FileChange[]): void {
  let remaining = count
  for (const name of changes) {
    const change = fs[name] as (...input: unknown[]) => unknown
    const changeUnlessKilled = (...input: unknown[]) => {
      if (remaining-- === 0) process.kill(process.pid, 'SIGKILL')
      return change(...input)
    }
    Object.assign(fs, { [name]: changeUnlessKilled })
  }
  syncBuiltinESMExports()
}
