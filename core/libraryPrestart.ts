import { Worker } from 'node:worker_threads'

const entry = new URL('./libraryThread.ts', import.meta.url)

/** By which tools of the system tell it from other threads. */
const options = { name: 'library' }

let prestarted: Worker | null = null

/** Starts the library's thread before the app is loaded that will use it. It touches nothing until it is told of a data folder. */
export function prestartLibrary(): void {
  const worker = new Worker(entry, options)
  prestarted = worker
  // An app that never comes to use it ends all the same, and one that finds it gone starts another.
  worker.unref()
  const forget = () => {
    if (prestarted === worker) prestarted = null
  }
  worker.on('error', forget)
  worker.on('exit', forget)
}

/** The library's thread, as it was started: ahead, or now. */
export function takeLibraryWorker(): Worker {
  const worker = prestarted ?? new Worker(entry, options)
  prestarted = null
  worker.ref()
  return worker
}
