import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createNotices } from '../../../core/notices.ts'
import { createBackupSchedule } from '../../../core/library/backupSchedule.ts'
import { openLibrary } from '../../../core/library/openDatabase.ts'
import type { Database } from '../../../core/library/openDatabase.ts'
import { createRestores } from '../../../core/library/restores.ts'

/** A process that opens the library of a folder as its thread does, and creates or restores a backup on request. */
export async function startLibraryProcess(folder: string, work: 'backUp' | `restore ${string}`) {
  const child = fork(fileURLToPath(import.meta.url), [folder, work], { execArgv: [] })
  const exited = once(child, 'exit')
  await once(child, 'message')
  return {
    /** Resolves with how it ended, or with `null` if the process was killed first. */
    begin: () => {
      child.send('begin')
      return Promise.race([waitForAnswer(child), exited.then(() => null)])
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}

async function waitForAnswer(child: ChildProcess): Promise<unknown> {
  const [answer] = (await once(child, 'message')) as unknown[]
  return answer
}

/** The other side: the child. */
async function serve(folder: string, work: string): Promise<void> {
  const database = openLibrary(folder, createNotices())
  const permission = once(process, 'message')
  process.send?.('ready')
  await permission
  const [, name] = work.split(' ')
  const done =
    name === undefined
      ? await createBackupSchedule(database, folder).backUpNow([])
      : await restore(database, folder, name)
  process.send?.({ done })
}

async function restore(database: Database, folder: string, name: string): Promise<number> {
  const restores = createRestores(database, folder)
  const { id } = (await restores.begin(name)) ?? { id: '' }
  let links = 0
  for (let next: number | null = 0; next !== null;) {
    const batch = restores.step(id)
    links += batch.links
    next = batch.next
    await nextTurn()
  }
  return links
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await serve(process.argv[2] ?? '', process.argv[3] ?? '')
}
