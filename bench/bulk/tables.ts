import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { importPiece } from '../../contract/imports.ts'
import { openTableFile } from '../../core/library/tables/tableFile.ts'
import type { AppProcess } from './appProcess.ts'
import { header, rowOf } from './rows.ts'

/** What it took to read a table and to check all of its rows. */
export interface TableMeasured {
  form: 'csv' | 'xlsx'
  rows: number
  seconds: number
  /** Of all of the app's threads. */
  cpuSeconds: number
  lateP99Ms: number
  lateMaxMs: number
  memoryBytes: number
  /** How often the bar moved. */
  steps: number
}

/** Hands a file to the app as the window does, and has it read and checked. */
export async function measureTable(
  app: AppProcess,
  folder: string,
  { form, rows }: Pick<TableMeasured, 'form' | 'rows'>,
): Promise<TableMeasured> {
  const place = join(folder, `measured.${form}`)
  await writeTable(place, form, rows)
  const file = await handOver(app, readFileSync(place))
  const before = await app.used()
  const begun = performance.now()
  const bar = watchBar(app)
  const run = await app.get('runs.prepare', {
    id: randomUUID(),
    profileId: app.profileId,
    environment: 'production',
    source: { kind: 'file', file, name: `measured.${form}` },
  })
  const seconds = (performance.now() - begun) / 1_000
  const { cpuSeconds, ...used } = await app.used()
  const steps = await bar()
  if (!run.checked || run.counts.ready !== rows) throw new Error(`Only ${run.counts.ready} rows are ready.`)
  await app.get('runs.remove', { id: run.id })
  await app.get('import.discard', { id: file })
  return { form, rows, seconds, steps, ...used, cpuSeconds: cpuSeconds - before.cpuSeconds }
}

async function writeTable(place: string, form: 'csv' | 'xlsx', rows: number): Promise<void> {
  const table = await openTableFile(place, form, [{ name: 'Links', widths: header.map(() => 20) }])
  await table.write([header])
  for (let at = 0; at < rows; at += 1_000) {
    const count = Math.min(1_000, rows - at)
    await table.write(Array.from({ length: count }, (_, number) => rowOf(at + number, `${form}.example`)))
  }
  await table.end()
}

async function handOver(app: AppProcess, bytes: Buffer): Promise<string> {
  const { id } = await app.get('import.begin', { size: bytes.length })
  for (let at = 0; at < bytes.length; at += importPiece) {
    const piece = bytes.subarray(at, at + importPiece).toString('base64')
    await app.get('import.append', { id, piece })
  }
  return id
}

const pollMs = 300

/** Looks at the bar as often as the window does; answers, when it is told to end, how many different places it had. */
function watchBar(app: AppProcess): () => Promise<number> {
  const seen = new Set<string>()
  const ended = new AbortController()
  const watching = (async () => {
    while (!ended.signal.aborted) {
      for (const { id, done } of await app.get('jobs.list', {})) seen.add(`${id} ${done}`)
      await pause(pollMs)
    }
  })()
  return async () => {
    ended.abort()
    await watching
    return seen.size
  }
}
