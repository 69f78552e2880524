import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fetchRuntime } from './fetchRuntime.ts'
import { findRuntime } from './runtime.ts'
import type { Machine } from './runtime.ts'

/** How long the download of the runtime may stand still, in milliseconds. */
const patience = 20_000

/** Where the desktop app's executable is, fetched if need be; otherwise why there is none, in a few words. */
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
  const why = await fetchRuntime({ installer, patience, onProgress, signal: stop.signal })
  process.removeListener('SIGINT', onInterrupt)
  if (process.stdout.isTTY) process.stdout.write('\r\u001b[K')
  return why
}

/** Runs the desktop app until it ends; gives its exit code, or why it could not start. */
export function runDesktop(
  executable: string,
  root: string,
  dataFolder: string | null,
): Promise<number | string> {
  // Set in some terminals inside other Electron apps, it would start plain Node instead.
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: undefined }
  const flags = dataFolder === null ? [] : [`--data-dir=${dataFolder}`]
  const child = spawn(executable, [root, ...flags], { stdio: 'inherit', env })
  // The terminal sends Ctrl-C to both; the app closes its files and ends, and this process with it.
  const pass = (signal: NodeJS.Signals) => child.kill(signal)
  process
    .on('SIGINT', () => undefined)
    .on('SIGTERM', pass)
    .on('SIGHUP', pass)
  return new Promise((settle) => {
    child.once('error', (error) => settle(`it could not be started: ${error.message}`))
    // The loader of Linux says 127 when a library that the runtime needs is not installed.
    child.once('exit', (code) => settle(code === 127 ? 'a library that it needs is missing' : (code ?? 0)))
  })
}
