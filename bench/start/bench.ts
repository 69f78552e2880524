import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { build } from '../../scripts/start/build.ts'
import { measureOpening } from '../app/opening.ts'
import { openUsedStage } from '../app/stage.ts'
import { BenchError, atMost, median, temporaryFolder } from '../measuring.ts'
import type { Figure, Options } from '../measuring.ts'

const root = join(import.meta.dirname, '..', '..')
const standin = join(root, 'tests', 'electron', 'standin')
const builtMain = join(root, 'dist', 'main', 'main.js')
const ownPage = { origin: 'app://linkwright', main: true }

/** Measures how fast the desktop app starts, as far as possible without Electron. Throws `BenchError`. */
export async function* measure({ quick }: Options): AsyncGenerator<Figure[]> {
  const runs = quick ? 5 : 15
  if (!(await build(root, console.log))) throw new BenchError('The app could not be built.')
  yield await measureMain(runs)
  await using stage = await openUsedStage()
  yield [await measureOpening(stage, runs, 500)]
}

/** In milliseconds from the start of the process. */
interface BootTimes {
  /** Until its window has loaded its page. */
  windowMs: number
  /** Until the library has answered too. An app without one is ready with its window. */
  readyMs: number
}

/**
 * Alternately starts the built main process and an empty app under the same stand-in, each time on a used data folder.
 */
async function measureMain(runs: number): Promise<Figure[]> {
  await using folder = await temporaryFolder()
  const startMain = () => bootMain(builtMain, folder.path, ['drafts.list', {}])
  const startEmpty = () => bootMain(join(standin, 'emptyApp.ts'), folder.path)
  // The first start creates the databases, and puts both programs into the disk cache.
  await startMain()
  await startEmpty()
  const boots: { empty: BootTimes; main: BootTimes }[] = []
  for (let run = 0; run < runs; run++) boots.push({ empty: await startEmpty(), main: await startMain() })
  const of = (app: 'empty' | 'main', until: keyof BootTimes) => median(boots.map((boot) => boot[app][until]))
  const figure = (what: string, until: keyof BootTimes) =>
    atMost(what, of('main', until) - of('empty', until), {
      limit: 150,
      unit: 'ms',
      beside: `an empty app’s ${of('empty', until).toFixed(0)} ms`,
    })
  return [
    figure('desktop: own code of the main process', 'windowMs'),
    figure('desktop: the same until the library answers', 'readyMs'),
  ]
}

/** Starts a main module, waits until its window has loaded its page, and sends a call, if any. */
async function bootMain(main: string, folder: string, call?: [string, object]): Promise<BootTimes> {
  const startedAt = performance.now()
  const isolated = { DBUS_SESSION_BUS_ADDRESS: undefined, DISPLAY: undefined }
  const child = fork(join(standin, 'run.ts'), [main, `--data-dir=${folder}`], {
    execArgv: [],
    env: { ...process.env, ...isolated, STANDIN_JOURNAL: join(folder, 'journal') },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  const ended = exited.then(() => Promise.reject(new Error('The main process ended.')))
  const request = async (action: string, ...args: unknown[]) => {
    child.send({ id: 0, action, args })
    await Promise.race([once(child, 'message'), ended])
    return performance.now() - startedAt
  }
  const windowMs = await request('untilLoaded')
  const readyMs = call ? await request('invoke', ownPage, call) : windowMs
  child.kill('SIGTERM')
  await exited
  return { windowMs, readyMs }
}
