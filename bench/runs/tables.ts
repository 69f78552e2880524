import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { importChunkBytes } from '../../contract/imports.ts'
import { openTableFile } from '../../core/library/tables/tableFile.ts'
import type { AppProcess } from './appProcess.ts'
import { header, createRow } from './rows.ts'

/** Cost of reading a table and checking all its rows. */
export interface TableMeasurement {
  form: 'csv' | 'xlsx'
  rows: number
  seconds: number
  /** Of all threads of the app. */
  cpuSeconds: number
  lateP99Ms: number
  lateMaxMs: number
  memoryBytes: number
  /** Number of progress updates. */
  steps: number
}

/** Passes a file to the app as the window does, and has it read and checked. */
export async function measureTable(
  app: AppProcess,
  folder: string,
  { form, rows }: Pick<TableMeasurement, 'form' | 'rows'>,
): Promise<TableMeasurement> {
  const filePath = join(folder, `measured.${form}`)
  await writeTable(filePath, form, rows)
  const file = await uploadFile(app, readFileSync(filePath))
  const before = await app.used()
  const begun = performance.now()
  const bar = watchProgress(app)
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
  await app.get('imports.discard', { id: file })
  return { form, rows, seconds, steps, ...used, cpuSeconds: cpuSeconds - before.cpuSeconds }
}

async function writeTable(filePath: string, form: 'csv' | 'xlsx', rows: number): Promise<void> {
  const table = await openTableFile(filePath, form, [{ name: 'Links', widths: header.map(() => 20) }])
  await table.write([header])
  for (let at = 0; at < rows; at += 1_000) {
    const count = Math.min(1_000, rows - at)
    await table.write(Array.from({ length: count }, (_, number) => createRow(at + number, `${form}.example`)))
  }
  await table.end()
}

async function uploadFile(app: AppProcess, bytes: Buffer): Promise<string> {
  const id = randomUUID()
  await app.get('imports.begin', { id, size: bytes.length })
  for (let at = 0; at < bytes.length; at += importChunkBytes) {
    const piece = bytes.subarray(at, at + importChunkBytes).toString('base64')
    await app.get('imports.append', { id, piece })
  }
  return id
}

const pollMs = 300

/**
 * Polls the progress as often as the window does. Returns a function that stops and returns the number of different
 * values.
 */
function watchProgress(app: AppProcess): () => Promise<number> {
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
