import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { CallInput, CallName, CallOutput } from '../../../contract/app/calls/calls.ts'
import type { Result } from '../../../contract/app/problems/result.ts'
import { removeFolder, temporaryFolder } from '../harness/app.ts'
import { startCallProcess } from '../harness/callProcess.ts'
import type { CallProcess } from '../harness/callProcess.ts'
import { addLinks } from '../harness/damage.ts'
import { uploadText } from '../harness/imports.ts'
import { testLibrary } from '../harness/library.ts'
import { writeOwnExport, readWholeRows } from '../harness/ownExport.ts'

const [rows, links] = [16_000, 4_000]
const table = `Title,Link,Note\n${Array.from({ length: rows }, (_, index) => `Row ${index},https://shop.example/${index},${'x'.repeat(800)}\n`).join('')}`
/** Maximum bytes of a library file without rows, including free space for new ones. */
const emptySize = 6_000_000
const wholeTable = rows * 850
/** Each round starts the app twice, which takes some ten seconds on a busy machine. */
const roundTimeoutMs = 60_000

/** Tests, a number of times each, kills of the app while it reads a table into a run and while it imports a file. */
export function testKilledReading(rounds: number): void {
  let base: string
  let file: string
  beforeAll(async () => {
    base = await temporaryFolder()
    mkdirSync(join(base, 'from'), { mode: 0o700 })
    const { database } = testLibrary(join(base, 'from'))
    addLinks(database.sql, links)
    file = writeOwnExport(readWholeRows(database.sql))
    database.sql.close()
  })
  afterAll(() => removeFolder(base))

  async function start(folder: string) {
    const app = await startCallProcess(folder, join(base, 'cache'))
    return { app, ...wrap(app) }
  }

  test(
    `a table that is being read when the app is killed leaves no run and takes no space (${rounds} kills)`,
    async () => {
      let inTheMiddle = 0
      for (let round = 0; round < rounds; round++) {
        const folder = join(base, `run-${round}`)
        mkdirSync(folder, { mode: 0o700 })
        const first = await start(folder)
        const target = await connect(first.get)
        const source = { kind: 'file', file: await uploadText(first, table), name: 'table.csv' } as const
        const id = randomUUID()
        const preparation = first.app.call('runs.prepare', { id, ...target, source })
        await killAtSize(first.app, folder, ((round + 0.5) / rounds) * wholeTable, preparation)
        const orphans = countOrphans(folder)

        const second = await start(folder)
        const { runs } = await second.get('runs.list', {})
        // A run that exists was read completely before the kill.
        expect(runs.map(({ counts }) => sum(counts))).toEqual(runs.map(() => rows))
        expect(existsSync(join(folder, 'imports'))).toBe(false)
        if (runs.length === 0) {
          if (orphans > 0) inTheMiddle++
          // A kill soon after the start leaves few rows, which may all be in the write-ahead log.
          const isCleared = () => {
            expect(statSync(join(folder, 'library.db')).size).toBeLessThan(emptySize)
            expect(countOrphans(folder)).toBe(0)
          }
          await vi.waitFor(isCleared, { timeout: 40_000, interval: 100 })
          const newFile = await uploadText(second, 'Title,Link\nOne,https://shop.example/1\n')
          const run = await second.get('runs.prepare', {
            id,
            ...target,
            source: { ...source, file: newFile },
          })
          expect(sum(run.counts)).toBe(1)
        }
        await second.app.kill()
        await removeFolder(folder)
      }
      console.log(`${rounds} kills, ${inTheMiddle} while rows were being stored`)
      expect(inTheMiddle).toBeGreaterThan(0)
    },
    rounds * roundTimeoutMs,
  )

  test(
    `a file that is being imported when the app is killed is deleted, and importing it again adds the rest (${rounds} kills)`,
    async () => {
      let inTheMiddle = 0
      for (let round = 0; round < rounds; round++) {
        const folder = join(base, `import-${round}`)
        mkdirSync(folder, { mode: 0o700 })
        const first = await start(folder)
        const target = await connect(first.get)
        const id = await uploadText(first, file)
        await first.get('imports.run', { id, ...target })
        const minimum = ((round + 0.5) / rounds) * links
        for (let added = 0; added < minimum;) {
          const [job] = await first.get('jobs.list', {})
          added = job?.state === 'running' ? (job.counts['new'] ?? 0) : links
        }
        await pause(Math.random() * 20)
        await first.app.kill()
        const staged = readdirSync(join(folder, 'imports'))

        const second = await start(folder)
        expect(await second.get('jobs.list', {})).toEqual([])
        expect(existsSync(join(folder, 'imports'))).toBe(false)
        const { total } = await second.get('links.list', { limit: 1 })
        expect(total).toBeGreaterThanOrEqual(minimum)
        // An import that ended before the kill has already deleted its file.
        if (total < links) {
          inTheMiddle++
          expect(staged).toEqual([id])
        }
        const secondFile = await uploadText(second, file)
        expect(await second.get('imports.preview', { id: secondFile, ...target })).toMatchObject({
          counts: { new: links - total, known: total, invalid: 0 },
        })
        await second.get('imports.run', { id: secondFile, ...target })
        await vi.waitFor(
          async () => expect(await second.get('links.list', { limit: 1 })).toMatchObject({ total: links }),
          { timeout: 60_000 },
        )
        await second.app.kill()
        await removeFolder(folder)
      }
      console.log(`${rounds} kills, ${inTheMiddle} before the last link`)
      expect(inTheMiddle).toBeGreaterThan(0)
    },
    rounds * roundTimeoutMs,
  )
}

type Get = <N extends CallName>(name: N, input: CallInput<N>) => Promise<CallOutput<N>>

function wrap({ call }: CallProcess): { get: Get } {
  return {
    get: async (name, input) => {
      const result = (await call(name, input)) as Result<never>
      if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.problem)}`)
      return result.value
    },
  }
}

async function connect(get: Get) {
  const profile = { name: 'Shop', baseUrl: 'http://127.0.0.1:9' }
  const { id } = await get('profiles.save', { profile, key: 'a-key-of-tests' })
  return { profileId: id, environment: 'development' } as const
}

/** Kills the app when its library has grown by this many bytes, or when it has answered. */
async function killAtSize(
  app: CallProcess,
  folder: string,
  bytes: number,
  answer: Promise<unknown>,
): Promise<void> {
  const state = { isAnswered: false }
  void answer.then(() => (state.isAnswered = true))
  const sizeBefore = sizeOf(folder)
  while (!state.isAnswered && sizeOf(folder) < sizeBefore + bytes) await pause(1)
  await app.kill()
  await answer
}

/** Size of the library with its log. */
function sizeOf(folder: string): number {
  const files = ['library.db', 'library.db-wal'].map((name) => join(folder, name))
  return files.reduce((size, path) => size + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0)
}

/** Counts the rows that belong to no run. */
function countOrphans(folder: string): number {
  const sql = new DatabaseSync(join(folder, 'library.db'), { readOnly: true })
  const found = sql
    .prepare('SELECT count(*) AS rows FROM run_rows WHERE run NOT IN (SELECT id FROM runs)')
    .get()
  sql.close()
  return Number(found?.['rows'])
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((all, count) => all + count, 0)
}
