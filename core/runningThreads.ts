import type { Worker } from 'node:worker_threads'

/** Milliseconds in which a thread that runs JavaScript ends. */
const terminationMs = 1_000

const running = new Set<Worker>()

/** Watches the threads of this process. Call it before the first one starts. */
export function watchThreads(): void {
  process.on('worker', (worker) => {
    running.add(worker)
    worker.once('exit', () => running.delete(worker))
  })
}

/**
 * Terminates the threads that still run. Returns `exit`, or a function that kills the process: an exit waits for every
 * thread, and one in a system call, such as a read from a network drive that is gone, can't be terminated. SQLite rolls
 * back at the next start what a thread left unfinished.
 */
export async function terminateThreads(exit: (code: number) => void): Promise<(code: number) => void> {
  const ended = Promise.all([...running].map((worker) => worker.terminate())).then(() => true)
  const late = new Promise<false>((resolve) => setTimeout(resolve, terminationMs, false))
  return (await Promise.race([ended, late])) ? exit : () => process.kill(process.pid, 'SIGKILL')
}
