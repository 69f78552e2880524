import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

export interface Restartable<T> {
  /** Resolves when the newest process is ready; rejects if it exits before. */
  ready: () => Promise<T>
  /** Stops the process and starts a new one. Calls during a restart count as one. */
  restart: () => void
  stop: () => Promise<void>
}

/** Maximum time for a process to shut down before it is killed, in milliseconds. */
const killAfterMs = 5_000

/**
 * Runs one process at a time. `start` spawns it; `whenReady` resolves when it can be used. The next one starts after
 * the previous one has exited, because both use the same data folder.
 */
export function createRestartable<T>(
  start: () => ChildProcess,
  whenReady: (child: ChildProcess) => Promise<T>,
): Restartable<T> {
  let isStopped = false
  let isRestarting = false
  let child = start()
  let ready = waitUntilReady(child, whenReady)
  const restart = () => {
    if (isStopped || isRestarting) return
    isRestarting = true
    const previous = child
    ready = end(previous).then(async () => {
      isRestarting = false
      if (isStopped) throw new Error('The process was stopped.')
      child = start()
      return await waitUntilReady(child, whenReady)
    })
    ready.catch(() => undefined)
  }
  const stop = async () => {
    isStopped = true
    await end(child)
  }
  return { ready: async () => await ready, restart, stop }
}

function waitUntilReady<T>(child: ChildProcess, whenReady: (child: ChildProcess) => Promise<T>): Promise<T> {
  const exitedEarly = once(child, 'exit').then(() => {
    throw new Error('The process exited before it was ready.')
  })
  const ready = Promise.race([whenReady(child), exitedEarly])
  ready.catch(() => undefined)
  return ready
}

/** Shuts down a process, or kills it after `killAfterMs`. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  const timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  child.kill('SIGTERM')
  await exited
  clearTimeout(timer)
}
