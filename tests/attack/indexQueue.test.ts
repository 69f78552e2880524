import { fork } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { sqliteCode, sqliteCodes } from '../../sqlite/errors.ts'
import { openLibrary } from '../../core/library/openDatabase.ts'
import { createNotices } from '../../core/notices.ts'
import { createLimitedDisk, findMountObstacle } from '../hosts/limitedDisk.ts'
import { changeLinks, readIndex, readNewIndex } from './indexedChanges.ts'

const rounds = Number(process.env['ATTACK_ROUNDS'] ?? 20)
const changer = fileURLToPath(new URL('./indexedChanges.ts', import.meta.url))
const mountObstacle = findMountObstacle()

let base: string
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'linkwright-attack-'))
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

/** Opens the library, and compares its index with a new one of the same links. Returns the number of links. */
async function checkIndex(folder: string, round: number): Promise<number> {
  const { sql, backfill } = openLibrary(folder, createNotices())
  // A start indexes for half a second at most.
  await backfill.finish()
  const index = readIndex(sql)
  expect(index, `round ${round}`).toEqual(await readNewIndex(folder, base))
  sql.close()
  return index.length
}

test(`the index has every change after a process is killed ${rounds} times while it indexes`, async () => {
  const folder = mkdtempSync(join(base, 'killed-'))
  let links = 0
  for (let round = 0; round < rounds; round++) {
    const child = fork(changer, [folder], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] })
    const exited = once(child, 'exit')
    await once(child, 'message')
    await pause(randomInt(1_500))
    expect(child.exitCode, `round ${round}`).toBeNull()
    child.kill('SIGKILL')
    await exited
    links = await checkIndex(folder, round)
  }
  console.log(`${links} links at the end`)
  expect(links).toBeGreaterThan(0)
})

/** Returns whether the disk had room for changes. */
function tryToChange(sql: DatabaseSync): boolean {
  try {
    return changeLinks(sql, randomInt(1, 100)) > 0
  } catch (error) {
    if (sqliteCode(error) !== sqliteCodes.full) throw error
    return false
  }
}

test.skipIf(mountObstacle !== null)(
  `the index has every saved change after the disk was full ${rounds} times${mountObstacle ? ` (${mountObstacle})` : ''}`,
  async () => {
    const disk = createLimitedDisk(40)
    onTestFinished(disk.remove)
    const folder = join(disk.folder, 'data')
    mkdirSync(folder)
    let refused = 0
    for (let round = 0; round < rounds; round++) {
      const { sql, backfill } = openLibrary(folder, createNotices())
      changeLinks(sql, 50)
      disk.fill(randomInt(8_000_000))
      for (let change = 0; change < 20; change++) {
        if (!tryToChange(sql)) refused++
        if (change % 3 === 0) void backfill.catchUp()
        if (change % 8 === 0) await pause(260)
      }
      rmSync(join(disk.folder, 'filling'))
      // The open library catches up before it is read, and the next start has the same index.
      if (round % 2 === 0) {
        await backfill.finish()
        expect(readIndex(sql), `round ${round}`).toEqual(await readNewIndex(folder, base))
      }
      sql.close()
      await checkIndex(folder, round)
    }
    console.log(`${refused} changes refused`)
    expect(refused).toBeGreaterThan(0)
  },
)
