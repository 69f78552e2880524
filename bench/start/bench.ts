import { join } from 'node:path'
import { build } from '../../scripts/start/build.ts'
import { boot } from '../../tests/electron/standin/boot.ts'
import { BenchError, atMost, median, temporaryFolder } from '../measuring.ts'
import type { Figure, Options } from '../measuring.ts'

const root = join(import.meta.dirname, '..', '..')
const emptyApp = join(root, 'tests', 'electron', 'standin', 'emptyApp.ts')
const ownPage = { origin: 'app://linkwright', main: true }

/** Measures how fast the desktop app starts, as far as this is possible without Electron. Throws `BenchError`. */
export async function* measure({ quick }: Options): AsyncGenerator<Figure[]> {
  if (!(await build(root, console.log))) throw new BenchError('The app could not be built.')
  yield await measureMain(quick ? 5 : 15)
}

/**
 * Alternates between the built main process and an empty app, both with the same stand-in for Electron and with existing data.
 */
async function measureMain(runs: number): Promise<Figure[]> {
  await using folder = await temporaryFolder()
  const [empty, window, library]: [number[], number[], number[]] = [[], [], []]
  // The first start creates the databases and fills the disk cache for both programs.
  for (let run = 0; run <= runs; run++) {
    const [emptyMs] = await timeBoot(folder.path, emptyApp)
    const [windowMs, libraryMs] = await timeBoot(folder.path)
    if (run === 0) continue
    empty.push(emptyMs)
    window.push(windowMs)
    library.push(libraryMs)
  }
  const beside = `an empty app’s ${median(empty).toFixed(0)} ms`
  const figure = (what: string, times: number[]) =>
    atMost(what, median(times) - median(empty), { limit: 150, unit: 'ms', beside })
  return [
    figure('desktop: own code of the main process', window),
    figure('desktop: the same until the library answers', library),
  ]
}

/** Starts a main module. Returns the milliseconds until its window has loaded its page, and until the library answers. */
async function timeBoot(folder: string, main?: string): Promise<[windowMs: number, libraryMs: number]> {
  const startedAt = performance.now()
  const desktop = boot(folder, main === undefined ? {} : { main })
  await desktop.ask('untilLoaded')
  const windowMs = performance.now() - startedAt
  if (main === undefined) await desktop.ask('invoke', ownPage, ['drafts.list', {}])
  const libraryMs = performance.now() - startedAt
  desktop.signal('SIGTERM')
  await desktop.ended
  return [windowMs, libraryMs]
}
