import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from '../service/median.ts'

const root = join(import.meta.dirname, '..', '..')
/** Runs a main module under the tests' stand-in for Electron. */
const runner = join(root, 'tests', 'electron', 'standin', 'run.ts')
const builtMain = join(root, 'dist', 'main', 'main.js')
const ownPage = { origin: 'app://linkwright', main: true }
const emptyMain = join(root, 'tests', 'electron', 'standin', 'emptyApp.ts')

/** In milliseconds from the start of the process. */
interface BootTimes {
  /** Until its window has loaded its page. */
  wallMs: number
  /** Until the library has answered too. An app without one is ready with its window. */
  readyMs: number
  /** CPU time of its main thread until then. */
  cpuMs: number
}

/** Medians of alternating runs: of the main process, and of an empty app under the same stand-in. */
export interface MainProcess {
  main: BootTimes
  empty: BootTimes
}

/** Starts the built main process repeatedly, each time on a used data folder. */
export async function measureMain(runs: number): Promise<MainProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'linkwright-bench-'))
  try {
    const boots = { main: [] as BootTimes[], empty: [] as BootTimes[] }
    // The first start creates the databases, and puts both programs into the disk cache.
    const startMain = () => bootMain(builtMain, folder, ['drafts.list', {}])
    const startEmpty = () => bootMain(emptyMain, folder)
    await startMain()
    await startEmpty()
    for (let run = 0; run < runs; run++) {
      boots.empty.push(await startEmpty())
      boots.main.push(await startMain())
    }
    return { main: summarize(boots.main), empty: summarize(boots.empty) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Starts a main module, waits until its window has loaded its page, and sends a call, if any. */
async function bootMain(
  main: string,
  folder: string,
  question?: [name: string, input: object],
): Promise<BootTimes> {
  const startedAt = performance.now()
  const passed = () => performance.now() - startedAt
  const child = fork(runner, [main, `--data-dir=${folder}`], {
    execArgv: [],
    env: {
      ...process.env,
      DBUS_SESSION_BUS_ADDRESS: undefined,
      DISPLAY: undefined,
      STANDIN_JOURNAL: join(folder, 'journal'),
    },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  const ended = exited.then(() => Promise.reject(new Error('The main process ended.')))
  const ask = async (action: string, ...args: unknown[]) => {
    child.send({ id: 0, action, args })
    await Promise.race([once(child, 'message'), ended])
  }
  await ask('untilLoaded')
  const wallMs = passed()
  if (question) await ask('invoke', ownPage, question)
  const booted = { wallMs, readyMs: passed(), cpuMs: mainThreadMs(child.pid) }
  child.kill('SIGTERM')
  await exited
  return booted
}

/** Returns the CPU time of a process's main thread so far. Only Linux reports it. */
function mainThreadMs(pid: number | undefined): number {
  const file = `/proc/${pid}/schedstat`
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6 : NaN
}

function summarize(booted: BootTimes[]): BootTimes {
  return {
    wallMs: median(booted.map(({ wallMs }) => wallMs)),
    readyMs: median(booted.map(({ readyMs }) => readyMs)),
    cpuMs: median(booted.map(({ cpuMs }) => cpuMs)),
  }
}
