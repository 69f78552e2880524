import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

// The child process of `killedRecovery.test.ts`: opens a library, and kills itself before the given change of the file
// system. Exits with 0 if there were fewer.
const [folder = '', step = ''] = process.argv.slice(2)
let remainingSteps = Number(step)

for (const name of ['copyFileSync', 'renameSync', 'rmSync', 'chmodSync', 'mkdirSync'] as const) {
  const change = fs[name] as (...input: unknown[]) => unknown
  const killAtStep = (...input: unknown[]) => {
    if (remainingSteps-- === 0) process.kill(process.pid, 'SIGKILL')
    return change(...input)
  }
  Object.assign(fs, { [name]: killAtStep })
}
syncBuiltinESMExports()

const { openLibrary } = await import('../../core/library/openDatabase.ts')
const { createNotices } = await import('../../core/notices.ts')
openLibrary(folder, createNotices()).sql.close()
