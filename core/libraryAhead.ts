import { Worker } from 'node:worker_threads'

const entry = new URL('./libraryThread.ts', import.meta.url)

/** By which tools of the system tell it from other threads. */
const options = { name: 'library' }

let ahead: Worker | null = null

/** Starts the library's thread before the app is loaded that will use it. It touches nothing until it is told of a data folder. */
export function startLibraryAhead(): void {
  const worker = new Worker(entry, options)
  ahead = worker
  // An app that never comes to use it ends all the same, and one that finds it gone starts another.
  worker.unref()
  const forget = () => {
    if (ahead === worker) ahead = null
  }
  worker.on('error', forget)
  worker.on('exit', forget)
}

/** The library's thread, as it was started: ahead, or now. */
export function libraryWorker(): Worker {
  const worker = ahead ?? new Worker(entry, options)
  ahead = null
  worker.ref()
  return worker
}
