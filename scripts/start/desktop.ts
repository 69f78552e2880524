import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fetchRuntime } from './fetchRuntime.ts'
import { findNamespaceRestriction } from './namespaces.ts'
import { findRuntime } from './runtime.ts'
import type { Machine } from './runtime.ts'
import { judgeExit } from './exitVerdict.ts'

/** Milliseconds without progress after which the runtime's download is aborted. */
const maxStallMs = 20_000

/** Returns the path of the desktop app's executable, downloading it if needed; otherwise a short reason. */
export async function provideRuntime(
  root: string,
  machine: Machine,
): Promise<{ executable: string } | { why: string }> {
  const found = findRuntime(root, machine)
  if (found.state === 'ready') return found
  if (found.state === 'impossible') return found
  console.log(`Fetching the desktop runtime, once (${found.why}). Ctrl-C goes on in the browser.`)
  const why = await fetchInterruptibly(join(root, 'node_modules', 'electron', 'install.js'))
  if (why !== null) return { why: `the desktop runtime could not be fetched (${why})` }
  const now = findRuntime(root, machine)
  return now.state === 'ready' ? now : { why: now.why }
}

async function fetchInterruptibly(installer: string): Promise<string | null> {
  const stop = new AbortController()
  const onInterrupt = () => stop.abort()
  process.once('SIGINT', onInterrupt)
  const onProgress = (bytes: number) => {
    if (process.stdout.isTTY) process.stdout.write(`\r  ${Math.round(bytes / 1_000_000)} MB …`)
  }
  const why = await fetchRuntime({ installer, patience: maxStallMs, onProgress, signal: stop.signal })
  process.removeListener('SIGINT', onInterrupt)
  if (process.stdout.isTTY) process.stdout.write('\r\u001b[K')
  return why
}

/** Runs the desktop app until it exits. Returns its exit code, or why it couldn't run. */
export async function runDesktop(
  executable: string,
  root: string,
  dataFolder: string | null,
): Promise<number | string> {
  // Terminals inside other Electron apps may set it, and it would start plain Node instead.
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: undefined }
  const flags = dataFolder === null ? [] : [`--data-dir=${dataFolder}`]
  const startedAt = performance.now()
  // Listens first: a signal in between would end this process and leave the app running.
  const signals = forwardSignals((signal) => child.kill(signal))
  const child = spawn(executable, [root, ...flags], { stdio: 'inherit', env })
  const ended = await new Promise<number | string>((settle) => {
    child.once('error', (error) => settle(`it could not be started: ${error.message}`))
    child.once('exit', (code, signal) => {
      const after = performance.now() - startedAt
      settle(judgeExit({ code, signal, after, asked: signals.came(), forbidden: findNamespaceRestriction() }))
    })
  })
  signals.ignore()
  return ended
}

/** A terminal sends Ctrl-C to both processes; other signals have to be forwarded. */
function forwardSignals(pass: (signal: NodeJS.Signals) => void) {
  let came = false
  const onSignal = (signal: NodeJS.Signals) => {
    came = true
    if (signal !== 'SIGINT') pass(signal)
  }
  const heeded = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of heeded) process.on(signal, onSignal)
  const ignore = () => {
    for (const signal of heeded) process.off(signal, onSignal)
  }
  return { came: () => came, ignore }
}
