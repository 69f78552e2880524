import type { Worker } from 'node:worker_threads'

/** Time within which a thread that runs JavaScript terminates, in milliseconds. */
const terminationMs = 1_000

const running = new Set<Worker>()

/** Tracks the threads of this process. Call this before the first one starts. */
export function watchThreads(): void {
  process.on('worker', (worker) => {
    running.add(worker)
    worker.once('exit', () => running.delete(worker))
  })
}

/**
 * Terminates all threads. Returns `exit`, or a function that kills the process if a thread hangs in a system call, such
 * as reading from a lost network drive, because `exit` would wait for it. SQLite rolls back at the next start.
 */
export async function terminateThreads(exit: (code: number) => void): Promise<(code: number) => void> {
  const ended = Promise.all([...running].map((worker) => worker.terminate())).then(() => true)
  const late = new Promise<false>((resolve) => setTimeout(resolve, terminationMs, false))
  return (await Promise.race([ended, late])) ? exit : () => process.kill(process.pid, 'SIGKILL')
}
