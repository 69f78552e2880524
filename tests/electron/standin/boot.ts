import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Actions } from './driver.ts'
import type { Journal } from './state.ts'
import type { Command, WindowCommands } from './windowCommands.ts'

const runner = join(import.meta.dirname, 'run.ts')
const builtMain = join(import.meta.dirname, '..', '..', '..', 'dist', 'main', 'main.js')

/** How the app ended, and everything that it had requested from Electron (`null` after SIGKILL). */
export interface ExitedApp {
  code: number | null
  journal: Journal | null
}

/** The built main process, running in its own process under the stand-in. */
export interface Desktop {
  ask: <A extends keyof Actions>(
    action: A,
    ...args: Parameters<Actions[A]>
  ) => Promise<Awaited<ReturnType<Actions[A]>>>
  /** Returns everything printed so far, errors included. */
  output: () => string
  signal: (signal: NodeJS.Signals) => void
  /** Does what `npm start` does on Windows to end the app: sends its message, or just ends. */
  sendQuit: () => void
  disconnect: () => void
  exited: Promise<ExitedApp>
}

export interface BootOptions {
  env?: NodeJS.ProcessEnv
  /** A main module to run instead of the built one. */
  main?: string
  /** Arguments at the end of its command line. */
  args?: string[]
  /** Shows the app's windows in Chromium. */
  windows?: (desktop: Desktop) => WindowCommands
}

/** Boots the app; it may not have a window yet. */
export function boot(
  dataFolder: string,
  { env, main = builtMain, args = [], windows }: BootOptions = {},
): Desktop {
  const report = join(mkdtempSync(join(tmpdir(), 'linkwright-standin-')), 'journal.json')
  const child = fork(runner, [main, `--data-dir=${dataFolder}`, ...args], {
    execArgv: [],
    env: {
      ...process.env,
      DBUS_SESSION_BUS_ADDRESS: undefined,
      DISPLAY: undefined,
      ...env,
      ...(windows && { STANDIN_WINDOW: 'chromium' }),
      STANDIN_JOURNAL: report,
    },
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  const exited = once(child, 'exit').then(([code]) => ({
    code: code as number | null,
    journal: readAndRemove(report),
  }))
  const ask = createRequester(child)
  void exited.then(() => ask.giveUp(`The app has ended: ${output}`))
  const desktop: Desktop = {
    ask: ask.ask,
    output: () => output,
    signal: (signal) => child.kill(signal),
    sendQuit: () => child.send('quit'),
    disconnect: () => child.disconnect(),
    exited,
  }
  if (windows) runWindowCommands(child, windows(desktop))
  return desktop
}

interface Reply {
  id: number
  value?: unknown
  error?: string
}

/** Sends requests to the app and matches its replies to them. `giveUp` rejects the open ones and all later ones. */
function createRequester(child: ChildProcess): { ask: Desktop['ask']; giveUp: (reason: string) => void } {
  const pending = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0
  let reason: string | null = null
  child.on('message', (reply: Reply) => {
    const request = pending.get(reply.id)
    pending.delete(reply.id)
    if (reply.error === undefined) request?.resolve(reply.value)
    else request?.reject(new Error(reply.error))
  })
  const ask = async (action: string, ...args: unknown[]) => {
    if (reason !== null) throw new Error(reason)
    const id = ++lastId
    const request = Promise.withResolvers<unknown>()
    pending.set(id, request)
    child.send({ id, action, args }, () => undefined)
    return await request.promise
  }
  const giveUp = (message: string) => {
    reason = message
    for (const request of pending.values()) request.reject(new Error(message))
    pending.clear()
  }
  return { ask: ask as Desktop['ask'], giveUp }
}

/** Carries out what the main process asks of its windows. */
function runWindowCommands(child: ChildProcess, windows: WindowCommands): void {
  child.on('message', (message: object) => {
    if (!('command' in message)) return
    const { command: settles, name, args } = message as Command
    const act = windows[name] as (...args: unknown[]) => Promise<unknown>
    const answer = (result: object) => child.connected && child.send({ settles, ...result }, () => undefined)
    act(...args).then(
      (value) => answer({ value }),
      (error: unknown) => answer({ error: String(error) }),
    )
  })
}

function readAndRemove(file: string): Journal | null {
  const journal = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Journal) : null
  rmSync(join(file, '..'), { recursive: true })
  return journal
}
