import { join } from 'node:path'
import { build } from '../../scripts/start/build.ts'
import { boot } from '../../tests/electron/standin/boot.ts'
import { BenchError, limitedFigure, median, repeat, temporaryFolder, type Figure } from '../measuring.ts'
import type { Options } from '../options.ts'

const root = join(import.meta.dirname, '..', '..')
const emptyApp = join(root, 'tests', 'electron', 'standin', 'emptyApp.ts')
const ownPage = { origin: 'app://linkwright', main: true }

/** Measures how fast the desktop app starts, as far as this is possible without Electron. Throws `BenchError`. */
export async function* measure({ quick }: Options): AsyncGenerator<Figure> {
  if (!(await build(root, console.log))) throw new BenchError('The app could not be built.')
  await using folder = await temporaryFolder()
  // Alternates between both programs, with the same stand-in for Electron and with existing data.
  const runBoth = async () => [await timeBoot(folder.path, emptyApp), await timeBoot(folder.path)] as const
  // The first start creates the databases and fills the disk cache for both programs.
  await runBoth()
  const times = await repeat(quick ? 5 : 15, runBoth)
  const emptyMs = median(times.map(([empty]) => empty.windowMs))
  const promise = { limit: 150, unit: 'ms', beside: `an empty app’s ${emptyMs.toFixed(0)} ms` }
  const ownMs = (part: keyof BootTimes) => median(times.map(([, app]) => app[part])) - emptyMs
  yield limitedFigure('desktop: own code of the main process', ownMs('windowMs'), promise)
  yield limitedFigure('desktop: the same until the library answers', ownMs('libraryMs'), promise)
}

/** Milliseconds until the window has loaded its page, and until the library answers. */
interface BootTimes {
  windowMs: number
  libraryMs: number
}

/** Starts a main module, by default the built one. */
async function timeBoot(folder: string, main?: string): Promise<BootTimes> {
  const startedAt = performance.now()
  const desktop = boot(folder, main === undefined ? {} : { main })
  await desktop.ask('untilLoaded')
  const windowMs = performance.now() - startedAt
  if (main === undefined) await desktop.ask('invoke', ownPage, ['drafts.list', {}])
  const libraryMs = performance.now() - startedAt
  desktop.signal('SIGTERM')
  await desktop.exited
  return { windowMs, libraryMs }
}
