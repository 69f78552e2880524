import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import type { RunState } from '../../contract/runs/run.ts'
import { openTableFile } from '../../core/library/tables/tableFile.ts'
import { ownServiceRateLimit } from '../../core/runs/sendAll.ts'
import { openApp, watchEventLoop } from '../core.ts'
import type { App } from '../core.ts'
import { uploadFile } from '../library/bench.ts'
import { atMost, formatWhole, temporaryFolder } from '../measuring.ts'
import type { Figure, Options } from '../measuring.ts'
import { startLoad } from './load.ts'
import { measureWindow } from './window.ts'

/** Columns of the measured tables, as in a shop's campaign. */
const header = ['Title', 'URL', 'Campaign', 'Source', 'Medium', 'Tags', 'data.product.id', 'iPhone']
const sources = ['twitter', 'newsletter', 'Twitter', 'instagram']

/** Measures tables that are read and checked, runs beside a plain load generator, and the window meanwhile. */
export async function* measure({ quick }: Options): AsyncGenerator<Figure[]> {
  const [sent, read] = quick ? [2_000, 20_000] : [10_000, 100_000]
  await using folder = await temporaryFolder()
  {
    await using app = await openApp(folder.path)
    const profileId = (await app.get('profiles.tryLocal', {})).id
    const target = { profileId, environment: 'production' } as const
    for (const form of ['csv', 'xlsx'] as const) {
      const file = join(folder.path, `measured.${form}`)
      yield [await measureTable(app, target, { file, form, rows: read })]
    }
    const library = join(folder.path, 'library.db')
    yield await measureRuns(app, target, { library, rows: sent, rounds: quick ? 1 : 3 })
  }
  yield await measureWindow(sent)
}

type Target = { profileId: string; environment: 'production' }

interface TableOptions {
  file: string
  form: 'csv' | 'xlsx'
  rows: number
}

/** Passes a file to the app as the window does, and has it read and checked. */
async function measureTable(app: App, target: Target, { file, form, rows }: TableOptions): Promise<Figure> {
  const table = await openTableFile(file, form, [{ name: 'Links', widths: header.map(() => 20) }])
  await table.write([header])
  for (let index = 0; index < rows; index++) await table.write([createRow(index, `${form}.example`)])
  await table.end()
  const [id, upload] = [randomUUID(), randomUUID()]
  await uploadFile(app, upload, file)
  const begun = performance.now()
  const source = { kind: 'file', file: upload, name: `measured.${form}` } as const
  const run = await app.get('runs.prepare', { id, ...target, source })
  const seconds = (performance.now() - begun) / 1_000
  if (!run.checked || run.counts.ready !== rows) throw new Error(`Only ${run.counts.ready} rows are ready.`)
  await app.get('runs.remove', { id })
  await app.get('imports.discard', { id: upload })
  const what = `bulk: ${form} of ${formatWhole(rows)} rows, read and checked`
  if (form === 'xlsx') return { what, measured: `${seconds.toFixed(1)} s` }
  return atMost(what, seconds, { limit: (5 * rows) / 100_000, unit: 's' })
}

interface RunOptions {
  library: string
  rows: number
  rounds: number
}

/** Alternates runs and plain load with the same bodies and concurrency. */
async function measureRuns(app: App, target: Target, options: RunOptions): Promise<Figure[]> {
  const { library, rows, rounds } = options
  await using load = startLoad()
  const service = app.service()
  if (!service) throw new Error('The service on this computer is not running.')
  const { key } = await service.createProject('Load')
  const order = { origin: service.origin, key, parallel: ownServiceRateLimit.parallel }
  const figures: Figure[] = []
  const memory: number[] = []
  for (let round = 0; round < rounds; round++) {
    const run = await prepareRun(app, target, rows)
    const bodies = readBodies(library, run)
    if (round === 0) await load.send({ ...order, bodies: bodies.slice(0, 1_000) })
    const before = await load.send({ ...order, bodies })
    const eventLoop = watchEventLoop()
    const perSecond = await sendRun(app, run, rows)
    const delay = eventLoop()
    const against = (before + (await load.send({ ...order, bodies }))) / 2
    memory.push(usedMegabytes())
    figures.push({
      what: `bulk: run of ${formatWhole(rows)} rows`,
      measured: (perSecond / against).toFixed(2),
      beside: `a plain load generator: ${formatWhole(against)}`,
      perSecond: formatWhole(perSecond),
      promised: 'at least 0.90',
      met: perSecond / against >= 0.9,
    })
    const [measured, beside] = [`${delay.p99.toFixed(1)} ms`, `${delay.max.toFixed(0)} ms at worst`]
    figures.push({ what: 'bulk: delay of the main process’s event loop', measured, beside })
  }
  const [first = NaN, last = NaN] = [memory[0], memory.at(-1)]
  return [
    ...figures,
    {
      what: `bulk: memory over ${formatWhole(rows * rounds)} rows`,
      measured: `${formatWhole(last)} MB`,
      beside: `${formatWhole(first)} MB after the first run`,
      promised: 'less than 10 MB more',
      met: last - first < 10,
    },
  ]
}

let preparedRuns = 0

/** Prepares a checked run with links that differ from all earlier ones. */
export async function prepareRun(app: App, target: Target, rows: number): Promise<string> {
  const id = randomUUID()
  const source = { kind: 'pasted', text: createCsv(rows, `shop${++preparedRuns}.example`) } as const
  await app.get('runs.prepare', { id, ...target, source })
  return id
}

/** Returns the stored requests to the service. */
function readBodies(library: string, run: string): string[] {
  const sql = new DatabaseSync(library, { readOnly: true })
  const rows = sql.prepare('SELECT request FROM run_rows WHERE run = ?').all(run)
  sql.close()
  return rows.map((row) => row['request'] as string)
}

/** Sends a run to its end and returns rows a second. The clock starts after the first row, which a person reviews. */
async function sendRun(app: App, id: string, count: number): Promise<number> {
  await app.get('runs.start', { id, count })
  await waitForState(app, id, 'tried')
  const begun = performance.now()
  await app.get('runs.resume', { id })
  await waitForState(app, id, 'done')
  return (count - 1) / ((performance.now() - begun) / 1_000)
}

/** Polls as often as the window does. */
export async function waitForState(app: App, id: string, wanted: RunState): Promise<void> {
  for (;;) {
    const { run } = await app.get('runs.get', { id })
    if (run.state === wanted) return
    if (run.state === 'paused') throw new Error(`The run was paused: ${JSON.stringify(run.problem)}`)
    await pause(200)
  }
}

/** Used memory: how much else V8 reserves depends on the machine. */
function usedMegabytes(): number {
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1_048_576
}

/** Returns a row with a unique link; some have an error. */
function createRow(at: number, shop = 'shop.example'): string[] {
  const source = at % 97 === 0 ? 'twiter' : (sources[at % sources.length] ?? '')
  const words = ['summer-sale', source, 'social', 'a, b; c', String(9_007_199_254_740_991n - BigInt(at))]
  const address = `https://${shop}/products/${at}?ref=mail`
  return [`Product ${at}`, address, ...words, at % 3 === 0 ? 'https://apps.apple.com/app/id1' : '']
}

/** Returns a table as CSV. */
function createCsv(rows: number, shop?: string): string {
  const lines = Array.from({ length: rows }, (_, at) => createRow(at, shop))
  return [header, ...lines].map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\r\n')
}
