import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLibrary } from '../../core/library/openDatabase.ts'
import { createNotices } from '../../core/notices.ts'
import { addLinks } from '../core/harness/damage.ts'

const rounds = Number(process.env['ATTACK_ROUNDS'] ?? 20)
const opener = fileURLToPath(new URL('./openUntilStep.ts', import.meta.url))

let base: string
/** A library with an impossible version, and with its latest links still in its log. */
let damaged: string
let ids: string[]
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'linkwright-attack-'))
  const open = join(base, 'open')
  damaged = join(base, 'damaged')
  for (const folder of [open, damaged]) mkdirSync(folder, { mode: 0o700 })
  const { sql } = openLibrary(open, createNotices())
  ids = addLinks(sql, 600)
  sql.exec('PRAGMA user_version = 10000; PRAGMA main.wal_checkpoint(TRUNCATE)')
  ids.push(...addLinks(sql, 60))
  for (const suffix of ['', '-wal'])
    cpSync(join(open, `library.db${suffix}`), join(damaged, `library.db${suffix}`))
  sql.close()
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

/** Opens a copy of the damaged library in a process that ends itself at a step, or is killed. Returns its exit code. */
async function recover(folder: string, step: number, killAfterMs = Infinity): Promise<number | null> {
  const child = spawn(process.execPath, [opener, folder, String(step)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(child, 'exit') as Promise<[number | null]>
  if (killAfterMs !== Infinity) {
    await Promise.race([exited, pause(killAfterMs)])
    child.kill('SIGKILL')
  }
  return (await exited)[0]
}

async function checkRecovered(folder: string, round: string): Promise<void> {
  const { sql, backfill, startedOver } = openLibrary(folder, createNotices())
  await backfill.finish()
  expect(startedOver, round).toBeUndefined()
  const found = sql.prepare('SELECT id FROM links ORDER BY id').all()
  expect(
    found.map(({ id }) => id),
    round,
  ).toEqual(ids.toSorted())
  expect(sql.prepare('SELECT id FROM entries ORDER BY id').all(), round).toEqual(found)
  expect(sql.prepare('PRAGMA integrity_check').all(), round).toEqual([{ integrity_check: 'ok' }])
  sql.close()
  const names = readdirSync(folder)
  expect(
    names.filter((name) => /\.damaged-[^.]*\.db$/.test(name)),
    round,
  ).not.toEqual([])
  expect(
    names.filter((name) => name.includes('.new')),
    round,
  ).toEqual([])
}

test('the recovery of a damaged library, killed before each of its changes of files, loses no link', async () => {
  let step = 0
  for (let code: number | null = null; code === null; step++) {
    const folder = join(base, `step-${step}`)
    cpSync(damaged, folder, { recursive: true })
    code = await recover(folder, step)
    await checkRecovered(folder, `step ${step}`)
    if (code !== null) expect(code).toBe(0)
  }
  console.log(`${step - 1} changes of files`)
  expect(step).toBeGreaterThan(3)
})

test(`the recovery of a damaged library, killed ${rounds} times at random moments, loses no link`, async () => {
  const measured = join(base, 'measured')
  cpSync(damaged, measured, { recursive: true })
  const startMs = performance.now()
  await recover(measured, Infinity)
  const durationMs = performance.now() - startMs
  for (let round = 0; round < rounds; round++) {
    const folder = join(base, `round-${round}`)
    cpSync(damaged, folder, { recursive: true })
    // Half of them are killed a second time during the next start.
    for (let kill = 0; kill <= round % 2; kill++) await recover(folder, Infinity, Math.random() * durationMs)
    await checkRecovered(folder, `round ${round}`)
  }
})
