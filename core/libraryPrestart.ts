import { Worker } from 'node:worker_threads'

const entry = new URL('./libraryThread.ts', import.meta.url)

/** The thread's name in system tools. */
const options = { name: 'library' }

let prestarted: Worker | null = null

/**
 * Starts the library's thread before the app that uses it is loaded. It does nothing until it receives a data
 * folder.
 */
export function prestartLibrary(): void {
  const worker = new Worker(entry, options)
  prestarted = worker
  // The worker doesn't keep the process alive. If it exits, the app starts another.
  worker.unref()
  const forget = () => {
    if (prestarted === worker) prestarted = null
  }
  worker.on('error', forget)
  worker.on('exit', forget)
}

/** Returns the library's thread, prestarted if possible. */
export function takeLibraryWorker(): Worker {
  const worker = prestarted ?? new Worker(entry, options)
  prestarted = null
  worker.ref()
  return worker
}
