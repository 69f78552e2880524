import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { RunState } from '../../contract/app/runs/run.ts'
import { formatForClipboard } from '../../contract/app/tables/spreadsheet.ts'
import { openTableFile } from '../../core/library/tables/tableFile.ts'
import { goTo } from '../../tests/browser/userActions.ts'
import { uploadText } from '../../tests/core/harness/imports.ts'
import { waitForRun } from '../../tests/core/harness/run.ts'
import { openApp } from '../core.ts'
import { limitedFigure, formatWhole, temporaryFolder, measureMs, repeat, type Figure } from '../measuring.ts'
import type { Options } from '../options.ts'
import { measureFrames, openStage, wheel } from '../window.ts'

/** Columns of the measured tables, as in a shop's campaign. */
const header = ['Title', 'URL', 'Campaign', 'Source', 'Medium', 'Tags', 'data.product.id', 'iPhone']
const sources = ['twitter', 'newsletter', 'Twitter', 'instagram']

/** Returns a table with a unique link per row and shop; some rows have an error. */
function createTable(rows: number, shop: string): string[][] {
  const lines = Array.from({ length: rows }, (_, index) => {
    const source = index % 97 === 0 ? 'twiter' : (sources[index % sources.length] ?? '')
    const words = ['summer-sale', source, 'social', 'a, b; c', String(9_007_199_254_740_991n - BigInt(index))]
    const address = `https://${shop}/products/${index}?ref=mail`
    return [`Product ${index}`, address, ...words, index % 3 === 0 ? 'https://apps.apple.com/app/id1' : '']
  })
  return [header, ...lines]
}

/** An app with a running service on this computer, and the destination of its links. */
type Bulk = Awaited<ReturnType<typeof openBulk>>

async function openBulk(folder: string) {
  const app = await openApp(folder)
  const { id: profileId } = await app.get('profiles.tryLocal', {})
  return { ...app, target: { profileId, environment: 'production' } as const }
}

/** Measures how fast tables are read and checked, the memory of runs, and the window during a run. */
export async function* measure({ quick }: Options): AsyncGenerator<Figure> {
  const [sentRows, readRows] = quick ? [2_000, 10_000] : [10_000, promisedRows]
  await using folder = await temporaryFolder()
  {
    await using bulk = await openBulk(folder.path)
    yield await measureTable(bulk, readRows)
    yield await measureMemory(bulk, sentRows, quick ? 2 : 3)
  }
  yield await measureWindow(sentRows)
}

/** Number of rows that a promise is about. The time isn't proportional to it, so fewer rows aren't judged. */
const promisedRows = 50_000

/** Passes a file to the app as the window does, and waits until it is read and checked. */
async function measureTable(bulk: Bulk, rows: number): Promise<Figure> {
  const file = join(bulk.folder, 'measured.csv')
  const table = await openTableFile(file, 'csv', [{ name: 'Links', widths: header.map(() => 20) }])
  await table.write(createTable(rows, 'shop.example'))
  await table.end()
  const [id, upload] = [randomUUID(), await uploadText(bulk, readFileSync(file))]
  const source = { kind: 'file', file: upload, name: 'measured.csv' } as const
  const seconds = (await measureMs(() => bulk.get('runs.prepare', { id, ...bulk.target, source }))) / 1_000
  const { run } = await bulk.get('runs.get', { id })
  if (!run.checked || run.counts.ready !== rows)
    throw new Error(`Only ${run.counts.ready} rows are ready to be sent.`)
  await bulk.get('runs.remove', { id })
  await bulk.get('imports.discard', { id: upload })
  const what = `bulk: ${formatWhole(rows)} rows, read and checked`
  if (rows === promisedRows) return limitedFigure(what, seconds, { limit: 2.5, unit: 's' })
  return { what, measured: `${seconds.toFixed(1)} s` }
}

/** Sends several runs in one app, to see whether its memory grows. */
async function measureMemory(bulk: Bulk, rows: number, rounds: number): Promise<Figure> {
  const memory = await repeat(rounds, async (round) => {
    const id = await tryRun(bulk, rows, `shop${round}.example`)
    await bulk.get('runs.move', { event: 'resume', id })
    await waitForState(bulk, id, 'done')
    return usedMegabytes()
  })
  const [first = NaN, last = NaN] = [memory[0], memory.at(-1)]
  return limitedFigure(`bulk: memory over ${formatWhole(rows * rounds)} rows`, last, {
    limit: first + 10,
    unit: 'MB',
    beside: `${formatWhole(first)} MB after the first run`,
    promised: 'less than 10 MB more',
  })
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Measures used memory, without garbage: how much more V8 reserves depends on the machine. */
function usedMegabytes(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1_048_576
}

/** Prepares a run and sends its first row, which a user reviews before the others are sent. Returns its id. */
async function tryRun(bulk: Bulk, rows: number, shop: string): Promise<string> {
  const id = randomUUID()
  const source = { kind: 'pasted', text: formatForClipboard(createTable(rows, shop)) } as const
  await bulk.get('runs.prepare', { id, ...bulk.target, source })
  await bulk.get('runs.move', { event: 'start', id, count: rows })
  await waitForState(bulk, id, 'tried')
  return id
}

/** Polls as often as the window does, however long a slow machine needs. */
async function waitForState(bulk: Bulk, id: string, expectedState: RunState): Promise<void> {
  const { state, problem } = await waitForRun(bulk, id, {
    states: [expectedState, 'paused'],
    intervalMs: 200,
    timeoutMs: Infinity,
  })
  if (state === 'paused') throw new Error(`The run was paused: ${JSON.stringify(problem)}`)
}

/** Sends a run in the built app while its rows are scrolled in a real browser. */
async function measureWindow(rows: number): Promise<Figure> {
  let run = ''
  await using stage = await openStage(async (folder) => {
    await using bulk = await openBulk(folder)
    run = await tryRun(bulk, rows, 'shop.example')
  })
  const page = await stage.open()
  await goTo(page, 'Bulk')
  await page.evaluate((id) => (location.hash = `#/bulk/${id}`), run)
  const sendRest = page.getByRole('button', { name: /^Looks right: create the other/ })
  await sendRest.waitFor()
  return await measureFrames(page, `bulk: frames while ${formatWhole(rows)} rows are sent`, async () => {
    await sendRest.click()
    const done = page.getByText(/^All .* links were created\.$/)
    while (!(await done.isVisible())) for (const pixels of [180, -180]) await wheel(page, pixels, 20)
  })
}
