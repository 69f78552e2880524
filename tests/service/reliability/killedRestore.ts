import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { createProject } from '../../../service/keys/issue.ts'
import { backupSqlite } from '../../../service/store/sqlite/backup/backup.ts'
import { openSqliteStore } from '../../../service/store/sqlite/store.ts'
import { bareEnv } from '../../bareEnv.ts'
import { entry } from '../admin/admin.ts'
import { sampleLink } from '../store/sample.ts'

/** Links in the backup, and in the database that it replaces. */
const links = { backup: 300, database: 600 }

/** The result of killing some restores. */
export interface KilledRestores {
  /** Links in the database after each kill. */
  found: number[]
  /** Restores that had ended before they were killed. */
  finished: number
  /** Kills after which the old database was neither in place nor in a folder beside it. */
  lost: number
}

/** Kills `restore` this many times, evenly over its usual duration, and then ever later until one finishes. */
export function killRestores(killCount: number): Promise<KilledRestores> {
  let duration = 0
  return repeatRestore(async (folder, backup, round) => {
    if (round === 0) {
      const copy = join(folder, 'measured')
      cpSync(join(folder, 'links.sqlite'), join(copy, 'links.sqlite'))
      const startTime = performance.now()
      await restoreKilledAfter(copy, backup, Infinity)
      duration = performance.now() - startTime
      rmSync(copy, { recursive: true })
    }
    return await restoreKilledAfter(folder, backup, ((round + 1) / killCount) * duration)
  })
}

/**
 * Kills a restore before its first change of the file system, the next before its second, and so on until one has
 * finished.
 */
export function killAtSteps(): Promise<KilledRestores> {
  const child = fileURLToPath(new URL('./restoreUntilStep.ts', import.meta.url))
  return repeatRestore(async (folder, backup, round) => {
    const input = [child, join(folder, 'links.sqlite'), backup, String(round)]
    const [code] = (await once(spawn(process.execPath, input, { stdio: 'ignore' }), 'exit')) as [
      number | null,
    ]
    return code === 0
  })
}

/** `restore` returns whether it has finished. */
async function repeatRestore(
  restore: (folder: string, backup: string, round: number) => Promise<boolean>,
): Promise<KilledRestores> {
  const folder = mkdtempSync(join(tmpdir(), 'linkwright-killed-'))
  const file = join(folder, 'links.sqlite')
  const backup = join(folder, 'backup')
  const outcome: KilledRestores = { found: [], finished: 0, lost: 0 }
  try {
    await fill(file, 0, links.backup)
    backupSqlite(file, backup)
    await fill(file, links.backup, links.database)
    for (let round = 0; outcome.finished === 0; round++) {
      outcome.finished += (await restore(folder, backup, round)) ? 1 : 0
      outcome.found.push(await count(file))
      if (!(await isOldKept(folder, outcome.found.at(-1)))) outcome.lost++
    }
    return outcome
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Whether the database in place, or one that was moved aside, is the one from before all restores. */
async function isOldKept(folder: string, inPlace: number | undefined): Promise<boolean> {
  if (inPlace === links.database) return true
  const aside = readdirSync(folder).filter((name) => name.startsWith('before-restore-'))
  for (const name of aside.filter((name) => readdirSync(join(folder, name)).length > 0))
    if ((await count(join(folder, name, 'links.sqlite'))) === links.database) return true
  return false
}

async function restoreKilledAfter(folder: string, backup: string, ms: number): Promise<boolean> {
  const env = { ...bareEnv, LINKWRIGHT_DATA: folder }
  const child = spawn(process.execPath, [entry, 'restore', backup], { env, stdio: 'ignore' })
  const exit = once(child, 'exit') as Promise<[number | null]>
  await (ms === Infinity ? exit : Promise.race([exit, pause(ms)]))
  child.kill('SIGKILL')
  const [code] = await exit
  return code === 0
}

async function fill(file: string, first: number, last: number): Promise<void> {
  const store = openSqliteStore(file)
  const { project } = await createProject(store, `From ${first}`)
  const ids = Array.from({ length: last - first }, (_, index) => first + index + 1)
  await store.putLinks(ids.map((id) => sampleLink({ id, path: `path${id}`, project, idempotency: null })))
  await store.close()
}

async function count(file: string): Promise<number> {
  const store = openSqliteStore(file)
  const rows = await store.scanLinks(-1, 10_000)
  await store.close()
  return rows.length
}
