import { spawn } from 'node:child_process'
import type { ChildProcess, StdioOptions } from 'node:child_process'
import { join } from 'node:path'
import { interpretExit } from './exitVerdict.ts'
import { fetchRuntime } from './fetchRuntime.ts'
import { readText } from './readText.ts'
import { findRuntime } from './runtime.ts'
import type { Machine, Runtime } from './runtime.ts'
import { endSignals } from './shutdown.ts'

/** Kernel settings that can forbid unprivileged user namespaces, each with the value that does. */
const switches = [
  { file: 'sys/kernel/apparmor_restrict_unprivileged_userns', forbids: '1' },
  { file: 'sys/kernel/unprivileged_userns_clone', forbids: '0' },
  { file: 'sys/user/max_user_namespaces', forbids: '0' },
]

/** Maximum time without progress before the runtime's download is aborted, in milliseconds. */
const maxStallMs = 20_000

/** Returns the desktop app's runtime, downloading it if needed. */
export async function ensureRuntime(root: string, machine: Machine): Promise<Runtime> {
  const found = findRuntime(root, machine)
  if (found.state !== 'fetchable') return found
  console.log(
    `Downloading the desktop runtime (${found.why}). Press Ctrl-C to continue in the browser instead.`,
  )
  const why = await fetchInterruptibly(join(root, 'node_modules', 'electron', 'package.json'))
  if (why === null) return findRuntime(root, machine)
  return { state: 'fetchable', why: `the desktop runtime could not be downloaded (${why})` }
}

async function fetchInterruptibly(manifest: string): Promise<string | null> {
  const stop = new AbortController()
  const onInterrupt = () => stop.abort()
  process.once('SIGINT', onInterrupt)
  const onProgress = (bytes: number) => {
    if (process.stdout.isTTY) process.stdout.write(`\r  ${Math.round(bytes / 1_000_000)} MB …`)
  }
  const why = await fetchRuntime({ manifest, stallMs: maxStallMs, onProgress, signal: stop.signal })
  process.removeListener('SIGINT', onInterrupt)
  if (process.stdout.isTTY) process.stdout.write('\r\u001b[K')
  return why
}

/** Runs the desktop app until it exits. Returns its exit code, or why it couldn't run. */
export async function runDesktop(
  executable: string,
  root: string,
  dataFolder: string | undefined,
  platform = process.platform,
): Promise<number | string> {
  const { env, stdio, pass } = connectionOn(platform)
  const flags = dataFolder === undefined ? [] : [`--data-dir=${dataFolder}`]
  const startedAt = performance.now()
  // Listens before the app starts: a signal in between would end this process and leave the app running.
  const signals = forwardSignals((signal) => pass(child, signal))
  const child = spawn(executable, [root, ...flags], { stdio, env })
  child.stdout?.pipe(process.stdout)
  child.stderr?.pipe(process.stderr)
  const ended = await new Promise<number | string>((settle) => {
    child.once('error', (error) => settle(`the desktop app could not be started (${error.message})`))
    child.once('exit', (code, signal) => {
      const after = performance.now() - startedAt
      settle(
        interpretExit({
          code,
          signal,
          after,
          wasSignalled: signals.wereReceived(),
          forbidden: findNamespaceRestriction(),
        }),
      )
    })
  })
  signals.ignore()
  return ended
}

interface Connection {
  env: NodeJS.ProcessEnv
  stdio: StdioOptions
  /** Forwards a signal to the app. */
  pass: (child: ChildProcess, signal: NodeJS.Signals) => void
}

/**
 * Returns how the app is connected to the terminal and this process. Windows has no signals, and Electron exits when
 * its console closes (electron#5273). So on Windows, the app gets a message instead, and no console
 * (`electron/shutdown.ts`).
 */
function connectionOn(platform: NodeJS.Platform): Connection {
  // Terminals inside other Electron apps may set this variable. It would start plain Node instead of the app.
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: undefined }
  if (platform === 'win32')
    return {
      env: { ...env, ELECTRON_NO_ATTACH_CONSOLE: '1' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      pass: (child) => child.connected && child.send('quit', () => undefined),
    }
  // A terminal sends Ctrl-C to both processes; other signals have to be forwarded.
  const pass: Connection['pass'] = (child, signal) => signal !== 'SIGINT' && child.kill(signal)
  return { env, stdio: 'inherit', pass }
}

function forwardSignals(pass: (signal: NodeJS.Signals) => void) {
  let received = false
  const onSignal = (signal: NodeJS.Signals) => {
    received = true
    pass(signal)
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
  for (const { file, forbids } of switches) {
    if (readText(join(proc, file)) === forbids)
      return `${file.replace('sys/', '').replaceAll('/', '.')} = ${forbids}`
  }
  return null
}
