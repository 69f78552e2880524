import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { interpretExit } from './exitVerdict.ts'
import { fetchRuntime } from './fetchRuntime.ts'
import { readText } from './readText.ts'
import { findRuntime, type Machine, type Runtime } from './runtime.ts'
import { endSignals } from './shutdown.ts'

/** Kernel settings that can forbid unprivileged user namespaces, each with the value that does. */
const namespaceSettings = [
  { file: 'sys/kernel/apparmor_restrict_unprivileged_userns', forbiddingValue: '1' },
  { file: 'sys/kernel/unprivileged_userns_clone', forbiddingValue: '0' },
  { file: 'sys/user/max_user_namespaces', forbiddingValue: '0' },
]

/** Maximum time without progress before the runtime's download is aborted, in milliseconds. */
const maxStallMs = 20_000

/** Returns the desktop app's runtime, downloading it if needed. */
export async function ensureRuntime(root: string, machine: Machine): Promise<Runtime> {
  const runtime = findRuntime(root, machine)
  if (runtime.state !== 'fetchable') return runtime
  console.log(
    `Downloading the desktop runtime (${runtime.reason}). Press Ctrl-C to continue in the browser instead.`,
  )
  const reason = await fetchInterruptibly(join(root, 'node_modules', 'electron', 'package.json'))
  if (reason === null) return findRuntime(root, machine)
  return { state: 'fetchable', reason: `the desktop runtime could not be downloaded (${reason})` }
}

async function fetchInterruptibly(manifest: string): Promise<string | null> {
  const stop = new AbortController()
  const onInterrupt = () => stop.abort()
  process.once('SIGINT', onInterrupt)
  const onProgress = (bytes: number) => {
    if (process.stdout.isTTY) process.stdout.write(`\r  ${Math.round(bytes / 1_000_000)} MB …`)
  }
  const reason = await fetchRuntime({ manifest, stallMs: maxStallMs, onProgress, signal: stop.signal })
  process.removeListener('SIGINT', onInterrupt)
  if (process.stdout.isTTY) process.stdout.write('\r\u001b[K')
  return reason
}

/** Runs the desktop app until it exits. Returns its exit code, or why it couldn't run. */
export async function runDesktop(
  executable: string,
  root: string,
  dataFolder: string | undefined,
  platform = process.platform,
): Promise<number | string> {
  const { env, stdio, forward } = chooseConnection(platform)
  const flags = dataFolder === undefined ? [] : [`--data-dir=${dataFolder}`]
  const startedAt = performance.now()
  // Listens before the app starts: a signal in between would end this process and leave the app running.
  const signals = forwardSignals((signal) => forward(child, signal))
  const child = spawn(executable, [root, ...flags], { stdio, env })
  child.stdout?.pipe(process.stdout)
  child.stderr?.pipe(process.stderr)
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  const result = await exited.then(
    ([code, signal]) =>
      interpretExit({
        code,
        signal,
        elapsedMs: performance.now() - startedAt,
        wasSignalled: signals.wereReceived(),
        sandboxRestriction: findNamespaceRestriction(),
      }),
    (error: unknown) => `the desktop app could not be started (${(error as Error).message})`,
  )
  signals.ignore()
  return result
}

interface Connection {
  env: NodeJS.ProcessEnv
  stdio: StdioOptions
  /** Forwards a signal to the app. */
  forward: (child: ChildProcess, signal: NodeJS.Signals) => void
}

/**
 * Returns how the app is connected to the terminal and this process. Windows has no signals, and Electron exits when
 * its console closes (electron#5273). So on Windows, the app gets a message instead, and no console
 * (`electron/shutdown.ts`).
 */
function chooseConnection(platform: NodeJS.Platform): Connection {
  // Terminals inside other Electron apps may set this variable. It would start plain Node instead of the app.
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: undefined }
  if (platform === 'win32')
    return {
      env: { ...env, ELECTRON_NO_ATTACH_CONSOLE: '1' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      forward: (child) => child.connected && child.send('quit', () => undefined),
    }
  // A terminal sends Ctrl-C to both processes; other signals have to be forwarded.
  const forward: Connection['forward'] = (child, signal) => signal !== 'SIGINT' && child.kill(signal)
  return { env, stdio: 'inherit', forward }
}

function forwardSignals(forward: (signal: NodeJS.Signals) => void) {
  let received = false
  const onSignal = (signal: NodeJS.Signals) => {
    received = true
    forward(signal)
  }
  for (const signal of endSignals) process.on(signal, onSignal)
  const ignore = () => {
    for (const signal of endSignals) process.off(signal, onSignal)
  }
  return { wereReceived: () => received, ignore }
}

/**
 * Returns the setting that prevents Chromium's sandbox, as `name = value`; `null` if there is none. Without user
 * namespaces, Chromium exits with SIGTRAP. Ubuntu 23.10 and later allows them only for programs with an AppArmor
 * profile.
 */
export function findNamespaceRestriction(proc = '/proc'): string | null {
  for (const { file, forbiddingValue } of namespaceSettings) {
    if (readText(join(proc, file)) === forbiddingValue)
      return `${file.replace('sys/', '').replaceAll('/', '.')} = ${forbiddingValue}`
  }
  return null
}
