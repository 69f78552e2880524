import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

// The child process of `killAtSteps`: restores a backup, and kills itself before the given change of the file system.
const [file = '', backup = '', step = ''] = process.argv.slice(2)
let remainingSteps = Number(step)

for (const name of ['mkdirSync', 'linkSync', 'renameSync', 'rmSync', 'fsyncSync'] as const) {
  const change = fs[name] as (...input: unknown[]) => unknown
  const killAtStep = (...input: unknown[]) => {
    if (remainingSteps-- === 0) process.kill(process.pid, 'SIGKILL')
    return change(...input)
  }
  Object.assign(fs, { [name]: killAtStep })
}
syncBuiltinESMExports()

const { restoreSqlite } = await import('../../../service/store/sqlite/restore.ts')
restoreSqlite(file, backup)
