import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import type { RunState } from '../../contract/runs/run.ts'
import { formatForClipboard } from '../../contract/spreadsheet.ts'
import { openTableFile } from '../../core/library/tables/tableFile.ts'
import { ownServiceRateLimit } from '../../core/runs/sendAll.ts'
import { goTo } from '../../tests/browser/userActions.ts'
import { uploadText } from '../../tests/core/harness/imports.ts'
import { openApp } from '../core.ts'
import { watchEventLoop } from '../eventLoop.ts'
import { atMost, formatWhole, temporaryFolder, timeOf } from '../measuring.ts'
import type { Figure, Options } from '../measuring.ts'
import { measureFrames, openStage, wheel } from '../window.ts'
import { startLoad } from './load.ts'

/** Columns of the measured tables, as in a shop's campaign. */
const header = ['Title', 'URL', 'Campaign', 'Source', 'Medium', 'Tags', 'data.product.id', 'iPhone']
const sources = ['twitter', 'newsletter', 'Twitter', 'instagram']

/** Returns a row with a unique link; some have an error. */
function createRow(index: number, shop: string): string[] {
  const source = index % 97 === 0 ? 'twiter' : (sources[index % sources.length] ?? '')
  const words = ['summer-sale', source, 'social', 'a, b; c', String(9_007_199_254_740_991n - BigInt(index))]
  const address = `https://${shop}/products/${index}?ref=mail`
  return [`Product ${index}`, address, ...words, index % 3 === 0 ? 'https://apps.apple.com/app/id1' : '']
}

/** An app with a running service on this computer, and the destination of its links. */
type Bulk = Awaited<ReturnType<typeof openBulk>>

async function openBulk(folder: string) {
  const app = await openApp(folder)
  const { id: profileId } = await app.get('profiles.tryLocal', {})
  const target = { profileId, environment: 'production' } as const
  return { app, folder, target, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() }
}

/** Measures the reading and checking of tables, runs compared with a plain load generator, and the window during a run. */
export async function* measure({ quick }: Options): AsyncGenerator<Figure[]> {
  const [sent, read] = quick ? [2_000, 20_000] : [10_000, 100_000]
  await using folder = await temporaryFolder()
  {
    await using bulk = await openBulk(folder.path)
    for (const form of ['csv', 'xlsx'] as const) yield [await measureTable(bulk, form, read)]
    yield await measureRuns(bulk, sent, quick ? 1 : 3)
  }
  yield [await measureWindow(sent)]
}

/** Passes a file to the app as the window does, and waits until it is read and checked. */
async function measureTable(bulk: Bulk, form: 'csv' | 'xlsx', rows: number): Promise<Figure> {
  const { app, folder, target } = bulk
  const file = join(folder, `measured.${form}`)
  const table = await openTableFile(file, form, [{ name: 'Links', widths: header.map(() => 20) }])
  await table.write([header])
  for (let index = 0; index < rows; index++) await table.write([createRow(index, `${form}.example`)])
  await table.end()
  const [id, upload] = [randomUUID(), await uploadText(app, readFileSync(file))]
  const source = { kind: 'file', file: upload, name: `measured.${form}` } as const
  const seconds = (await timeOf(() => app.get('runs.prepare', { id, ...target, source }))) / 1_000
  const { run } = await app.get('runs.get', { id })
  if (!run.checked || run.counts.ready !== rows)
    throw new Error(`Only ${run.counts.ready} rows are ready to be sent.`)
  await app.get('runs.remove', { id })
  await app.get('imports.discard', { id: upload })
  const what = `bulk: ${form} of ${formatWhole(rows)} rows, read and checked`
  if (form === 'xlsx') return { what, measured: `${seconds.toFixed(1)} s` }
  return atMost(what, seconds, { limit: (5 * rows) / 100_000, unit: 's' })
}

/** Alternates runs and plain load with the same bodies and concurrency. */
async function measureRuns(bulk: Bulk, rows: number, rounds: number): Promise<Figure[]> {
  await using load = startLoad()
  const service = bulk.app.service()
  if (!service) throw new Error('The service on this computer is not running.')
  const { key } = await service.createProject('Load')
  const order = { origin: service.origin, key, parallel: ownServiceRateLimit.parallel }
  const figures: Figure[] = []
  const memory: number[] = []
  for (let round = 0; round < rounds; round++) {
    const run = await prepareRun(bulk, rows, `shop${round}.example`)
    const bodies = readBodies(bulk, run)
    if (round === 0) await load.send({ ...order, bodies: bodies.slice(0, 1_000) })
    const before = await load.send({ ...order, bodies })
    const delay = watchEventLoop()
    const perSecond = await sendRun(bulk, run, rows)
    const { p99, max } = delay.end()
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
    const [measured, beside] = [`${p99.toFixed(1)} ms`, `${max.toFixed(0)} ms at worst`]
    figures.push({ what: 'bulk: delay of the main process’s event loop', measured, beside })
  }
  return [...figures, toMemoryFigure(memory, rows * rounds)]
}

/** Measures used memory: how much more V8 reserves depends on the machine. */
function usedMegabytes(): number {
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1_048_576
}

function toMemoryFigure(memory: readonly number[], rows: number): Figure {
  const [first = NaN, last = NaN] = [memory[0], memory.at(-1)]
  return atMost(`bulk: memory over ${formatWhole(rows)} rows`, last, {
    limit: first + 10,
    unit: 'MB',
    beside: `${formatWhole(first)} MB after the first run`,
    promised: 'less than 10 MB more',
  })
}

/** Prepares a checked run. Its links differ from those of other shops. */
async function prepareRun({ app, target }: Bulk, rows: number, shop: string): Promise<string> {
  const id = randomUUID()
  const table = [header, ...Array.from({ length: rows }, (_, index) => createRow(index, shop))]
  const source = { kind: 'pasted', text: formatForClipboard(table) } as const
  await app.get('runs.prepare', { id, ...target, source })
  return id
}

/** Returns the stored requests to the service. */
function readBodies({ folder }: Bulk, run: string): string[] {
  const sql = new DatabaseSync(join(folder, 'library.db'), { readOnly: true })
  const rows = sql.prepare('SELECT request FROM run_rows WHERE run = ?').all(run)
  sql.close()
  return rows.map((row) => row['request'] as string)
}

/** Sends a whole run and returns rows a second. The clock starts after the first row, which a person reviews. */
async function sendRun(bulk: Bulk, id: string, count: number): Promise<number> {
  await sendFirstRow(bulk, id, count)
  const ms = await timeOf(async () => {
    await bulk.app.get('runs.resume', { id })
    await waitForState(bulk, id, 'done')
  })
  return (count - 1) / (ms / 1_000)
}

async function sendFirstRow(bulk: Bulk, id: string, count: number): Promise<void> {
  await bulk.app.get('runs.start', { id, count })
  await waitForState(bulk, id, 'tried')
}

/** Polls as often as the window does. */
async function waitForState({ app }: Bulk, id: string, wanted: RunState): Promise<void> {
  for (;;) {
    const { run } = await app.get('runs.get', { id })
    if (run.state === wanted) return
    if (run.state === 'paused') throw new Error(`The run was paused: ${JSON.stringify(run.problem)}`)
    await pause(200)
  }
}

/** Sends a run in the built app while its rows are scrolled in a real browser. */
async function measureWindow(rows: number): Promise<Figure> {
  await using folder = await temporaryFolder()
  const run = await createTriedRun(folder.path, rows)
  await using stage = await openStage(folder.path)
  const page = await stage.open()
  await goTo(page, 'Bulk')
  await page.evaluate((id) => (location.hash = `#/bulk/${id}`), run)
  const sendRest = page.getByRole('button', { name: /^Looks right: create the other/ })
  await sendRest.waitFor()
  const work = async () => {
    await sendRest.click()
    const done = page.getByText(/^All .* links were created\.$/)
    while (!(await done.isVisible())) for (const pixels of [180, -180]) await wheel(page, pixels, 20)
  }
  const what = `bulk: frames while ${formatWhole(rows)} rows are sent`
  return await measureFrames(page, work, { what, part: 0.99 })
}

/** Creates a run whose first link exists but hasn't been reviewed. */
async function createTriedRun(folder: string, count: number): Promise<string> {
  await using bulk = await openBulk(folder)
  const run = await prepareRun(bulk, count, 'shop.example')
  await sendFirstRow(bulk, run, count)
  return run
}
