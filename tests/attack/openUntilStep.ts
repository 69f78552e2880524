import { killBeforeChange } from '../killBeforeChange.ts'

// The child process of `killedRecovery.test.ts`: opens a library, and kills itself before the given change of the file
// system. Exits with 0 if there were fewer.
const [folder = '', step = ''] = process.argv.slice(2)
killBeforeChange(Number(step), ['copyFileSync', 'renameSync', 'rmSync', 'chmodSync', 'mkdirSync'])

const { openLibrary } = await import('../../core/library/openDatabase.ts')
const { createNotices } = await import('../../core/notices.ts')
openLibrary(folder, createNotices()).sql.close()
