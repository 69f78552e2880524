import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Actions } from './driver.ts'
import type { Journal } from './state.ts'

const runner = join(import.meta.dirname, 'run.ts')
const builtMain = join(import.meta.dirname, '..', '..', '..', 'dist', 'main', 'main.js')

/** How it ended, and all that it had asked of Electron until then (`null` after SIGKILL). */
export interface Ended {
  code: number | null
  journal: Journal | null
}

/** The built main process, running under the stand-in in a process of its own. */
export interface Desktop {
  ask: <A extends keyof Actions>(
    action: A,
    ...args: Parameters<Actions[A]>
  ) => Promise<Awaited<ReturnType<Actions[A]>>>
  /** What it has printed, faults among it. */
  output: () => string
  signal: (signal: NodeJS.Signals) => void
  ended: Promise<Ended>
}

export interface BootOptions {
  env?: NodeJS.ProcessEnv
  /** Another main module than the built one. */
  main?: string
  /** What follows on its command line. */
  args?: string[]
}

/** Boots the app; it may not have a window yet. */
export function boot(dataFolder: string, { env, main = builtMain, args = [] }: BootOptions = {}): Desktop {
  const report = join(mkdtempSync(join(tmpdir(), 'linkwright-standin-')), 'journal.json')
  const child = fork(runner, [main, `--data-dir=${dataFolder}`, ...args], {
    execArgv: [],
    env: {
      ...process.env,
      DBUS_SESSION_BUS_ADDRESS: undefined,
      DISPLAY: undefined,
      ...env,
      STANDIN_JOURNAL: report,
    },
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  const ended = once(child, 'exit').then(([code]) => ({
    code: code as number | null,
    journal: readOnce(report),
  }))
  let lastId = 0
  const ask: Desktop['ask'] = (action, ...args) =>
    new Promise((resolve, reject) => {
      const id = ++lastId
      const onMessage = (reply: { id: number; value?: unknown; error?: string }) => {
        if (reply.id !== id) return
        child.off('message', onMessage)
        if (reply.error === undefined) resolve(reply.value as never)
        else reject(new Error(reply.error))
      }
      child.on('message', onMessage)
      child.send({ id, action, args }, () => undefined)
      void ended.then(() => reject(new Error(`The app has ended: ${output}`)))
    })
  return { ask, output: () => output, signal: (signal) => child.kill(signal), ended }
}

function readOnce(file: string): Journal | null {
  const journal = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Journal) : null
  rmSync(join(file, '..'), { recursive: true })
  return journal
}
