import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addLinks } from '../core/harness/damage.ts'
import { importInto } from '../core/harness/importer.ts'
import { requestHash } from '../../core/library/requestHash.ts'
import { testLibrary } from '../core/harness/library.ts'
import { writeOwnExport, readWholeRows } from '../core/harness/ownExport.ts'

const rounds = Number(process.env['ATTACK_ROUNDS'] ?? 20)
const importer = fileURLToPath(new URL('../core/harness/importer.ts', import.meta.url))

let base: string
let file: string
let rows: ReturnType<typeof readWholeRows>
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'linkwright-attack-'))
  const { database } = testLibrary(mkdtempSync(join(base, 'from-')))
  addLinks(database.sql, 1_000)
  // An import adds the hash, which these links lack.
  rows = readWholeRows(database.sql).map((row) => ({ ...row, request_hash: requestHash(row) }))
  database.sql.close()
  file = join(base, 'export.json')
  writeFileSync(file, writeOwnExport(rows))
}, 60_000)
afterAll(() => rmSync(base, { recursive: true, force: true }))

/**
 * Kills an import after it has reported a number of batches, or during the next one. Returns the number of reported
 * links.
 */
async function killImport(folder: string, batches: number): Promise<number> {
  const child = fork(importer, [folder, file], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  })
  const exited = once(child, 'exit')
  let reported = 0
  let count = 0
  child.on('message', (links: number) => {
    reported = links
    count++
    // Some are killed immediately, some while the next batch is being written.
    if (count === batches) setTimeout(() => child.kill('SIGKILL'), Math.random() * 60)
  })
  await exited
  return reported
}

test(`an import killed ${rounds} times at random moments loses nothing it has reported`, async () => {
  let killedMidway = 0
  for (let round = 0; round < rounds; round++) {
    const folder = join(base, `round-${round}`)
    const reported = await killImport(folder, 1 + (round % 2))
    const library = testLibrary(folder)
    await library.database.backfill.finish()
    const storedRows = readWholeRows(library.database.sql)
    if (storedRows.length < rows.length) killedMidway++
    expect(library.database.startedOver, `round ${round}`).toBeUndefined()
    expect(storedRows.length, `round ${round}`).toBeGreaterThanOrEqual(reported)
    const ids = new Set(storedRows.map(({ id }) => id))
    expect(storedRows, `round ${round}`).toEqual(rows.filter(({ id }) => ids.has(id)))
    expect(await importInto(library.database, folder, file)).toMatchObject({
      new: rows.length - storedRows.length,
      known: storedRows.length,
    })
    expect(readWholeRows(library.database.sql), `round ${round}`).toEqual(rows)
    expect(library.ids({}, 200)).toHaveLength(rows.length)
    expect(library.database.sql.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
    library.database.sql.close()
    rmSync(folder, { recursive: true })
  }
  expect(killedMidway).toBeGreaterThan(0)
}, 600_000)
