import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { ExportFormat } from '../../contract/app/calls/links/exports.ts'
import { csvColumnNames, defaultColumns } from '../../contract/app/library/columns/csvColumns.ts'
import type { LibraryViewInput } from '../../contract/app/library/view.ts'
import { uploadText, waitForJob } from '../../tests/core/harness/imports.ts'
import { openApp, type App } from '../core.ts'
import { limitedFigure, formatWhole, p95Figure, temporaryFolder, measureMs } from '../measuring.ts'
import type { Figure } from '../measuring.ts'
import type { Options } from '../options.ts'
import { openGeneratedLibrary, rareWord } from '../seeding.ts'
import { measureTeam } from './team.ts'
import { measureWindow, type LibraryOptions } from './window.ts'

/** Number of links, and the promised milliseconds at the 95th percentile: for a call, and until the window shows its result. */
const sizes = [
  { links: 1_000, limits: { call: 5, window: 33 } },
  { links: 100_000, limits: { call: 5, window: 33 } },
  { links: 1_000_000, limits: { call: 16, window: 50 } },
] as const

/** Measures calls, export, import and the window with generated libraries. */
export async function* measure({ quick, full }: Options): AsyncGenerator<Figure> {
  for (const { links, limits } of full ? sizes : sizes.slice(0, 2)) {
    const subject = `library of ${formatWhole(links)}`
    const folder = await openGeneratedLibrary(links)
    yield* measureCalls(folder, { subject, limit: limits.call, rounds: quick ? 5 : 20 })
    if (links === 100_000) yield* measureFiles(folder, subject)
    yield* measureWindow(folder, { subject, limit: limits.window, rounds: quick ? 2 : 6 })
  }
  if (!quick) yield* measureTeam()
}

/** `campaign` and `offer` are in nearly all links. */
const words = [
  ...['winterschluss', 'campaign', 'offer', 'new york', rareWord(3)],
  ...['berlin shoes', 'verkauf', '特価', 'tag:gifts', '-email instagram'],
]

const columnWords = ['campaign:campaign-77', 'source:newsletter', 'title:winter', 'to:shop', 'medium:email']

/** What a user does with the list, each as a list of views requested in order. */
const tasks: Record<string, readonly LibraryViewInput[]> = {
  'opening the list': [{}],
  'keystroke of the search': words.flatMap(keystrokes),
  'keystroke of a search in one column': columnWords.flatMap(keystrokes),
  'change of a filter': [
    { campaign: ['campaign-77'] },
    { source: ['newsletter'] },
    { environment: 'development' },
    { tags: { any: ['shoes', 'bags'] } },
    { tags: { all: ['q1', 'newsletter'], none: ['gifts'] } },
    { domain: ['shop.example.de'], medium: ['social'] },
    { from: '2020-02-01', to: '2020-03-01' },
    { profileId: 'profile-1', states: ['created'], search: 'paris' },
    { archived: 'only' },
    { campaign: ['campaign-77'], environment: 'development', source: ['poster'] },
  ],
}

/** Returns the views that are requested while a text is typed. */
function keystrokes(text: string): LibraryViewInput[] {
  return Array.from(text, (_, index) => ({ search: text.slice(0, index + 1) }))
}

/** Interval at which the delay of the event loop is sampled. Each sample includes it. */
const sampleMs = 1

/** Runs a user's queries as the window does: through calls, answered on the library's thread. */
async function* measureCalls(
  folder: string,
  { subject, limit, rounds }: LibraryOptions,
): AsyncGenerator<Figure> {
  await using app = await openApp(folder)
  const search = (view: LibraryViewInput) => app.get('library.search', { view })
  for (const view of Object.values(tasks).flat()) await search(view)
  const delay = monitorEventLoopDelay({ resolution: sampleMs })
  delay.enable()
  for (const [name, views] of Object.entries(tasks)) {
    const repeats = Math.max(rounds, Math.ceil((10 * rounds) / views.length))
    const times: number[] = []
    for (let round = 0; round < repeats; round++)
      for (const view of views) times.push(await measureMs(() => search(view)))
    yield p95Figure(limit, `${subject}: ${name}`, times)
  }
  delay.disable()
  const what = `${subject}: delay of the main process’s event loop, p99`
  yield limitedFigure(what, delay.percentile(99) / 1e6 - sampleMs, { limit: 10, unit: 'ms' })
}

/** Visits are read from the service, whose time isn't measured here. */
const storedColumns = csvColumnNames.filter((name) => name !== 'visits')

const formats: Record<string, ExportFormat> = {
  'complete export': { kind: 'json' },
  'export as a table': { kind: 'csv', columns: defaultColumns },
  'export as a table, all columns': { kind: 'csv', columns: storedColumns },
}

/** Exports a whole library in every format as the window does, and imports the complete file into an empty library. */
async function* measureFiles(folder: string, subject: string): AsyncGenerator<Figure> {
  await using app = await openApp(folder)
  for (const [name, format] of Object.entries(formats)) {
    const startedAt = performance.now()
    const { job } = await app.get('exports.links', { which: { everything: true }, format })
    await finish(app, job)
    yield limitedFigure(`${subject}: ${name}`, secondsSince(startedAt), { limit: 5, unit: 's' })
    const file = app.core.exported(job)?.file
    if (format.kind === 'json' && file !== undefined) yield await measureImport(file, subject)
    await app.get('jobs.dismiss', { id: job })
  }
}

async function measureImport(file: string, subject: string): Promise<Figure> {
  await using folder = await temporaryFolder()
  await using app = await openApp(folder.path)
  const startedAt = performance.now()
  const id = await uploadText(app, readFileSync(file))
  const target = { id, profileId: '', environment: 'production' } as const
  const previewSeconds = (await measureMs(() => app.get('imports.preview', target))) / 1_000
  await finish(app, (await app.get('imports.run', target)).job)
  const seconds = secondsSince(startedAt) - previewSeconds
  const beside = `${previewSeconds.toFixed(1)} s for the preview`
  return limitedFigure(`${subject}: import of a complete copy`, seconds, { limit: 15, unit: 's', beside })
}

const secondsSince = (startedAt: number) => (performance.now() - startedAt) / 1_000

async function finish(app: App, id: string): Promise<void> {
  const { state } = await waitForJob(app, id)
  if (state !== 'finished') throw new Error(`The job is ${state}.`)
}
