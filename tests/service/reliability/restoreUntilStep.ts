import { killBeforeChange } from '../../killBeforeChange.ts'

// The child process of `killAtSteps`: restores a backup, and kills itself before the given change of the file system.
const [file = '', backup = '', step = ''] = process.argv.slice(2)
killBeforeChange(Number(step), ['mkdirSync', 'linkSync', 'renameSync', 'rmSync', 'fsyncSync'])

const { restoreSqlite } = await import('../../../service/store/sqlite/backup/restore.ts')
restoreSqlite(file, backup)
