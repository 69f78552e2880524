import { Worker } from 'node:worker_threads'
import type { WorkerOptions } from 'node:worker_threads'

/** Sent by a thread that has closed what it had open. */
export interface Released {
  released: true
}

const wrapper = new URL('./thread.ts', import.meta.url)

/** Closed threads by entry. */
const idleThreads = new Map<string, Set<Worker>>()

/**
 * Starts a thread as `new Worker(entry, options)` does, or takes one that runs this entry and was closed. Loading takes
 * ten times as long as opening a library. A thread that was terminated or crashed isn't used again.
 */
export function takeWorker(entry: URL, options: WorkerOptions = {}): Worker {
  const idle = idleThreads.get(entry.href) ?? new Set()
  idleThreads.set(entry.href, idle)
  const [worker = new Worker(wrapper, { ...options, workerData: entry.href })] = idle
  idle.delete(worker)
  worker.ref()
  worker.on('message', (message: Partial<Released>) => {
    if (message.released !== true) return
    worker.emit('exit', 0)
    for (const event of ['message', 'messageerror', 'error', 'exit']) worker.removeAllListeners(event)
    worker.once('exit', () => idle.delete(worker))
    worker.unref()
    idle.add(worker)
  })
  return worker
}

/** Terminates the closed threads, so that the next ones are new. */
export async function endIdleThreads(): Promise<void> {
  await Promise.all(
    [...idleThreads.values()].flatMap((idle) => [...idle].map((worker) => worker.terminate())),
  )
}
