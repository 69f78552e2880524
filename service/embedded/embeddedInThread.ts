import { Worker } from 'node:worker_threads'
import { createThread } from '../../sqlite/thread/thread.ts'
import type { EmbeddedOptions, EmbeddedService } from './embedded.ts'
import type { EmbeddedOperations } from './embeddedThread.ts'

const threadUrl = new URL('./embeddedThread.ts', import.meta.url)

/** Maximum time to stop the service, in milliseconds. Longer than the service gives running requests. */
const maxStopMs = 15_000

export interface ThreadOptions extends EmbeddedOptions {
  /** Called once if the running service exits unexpectedly, with the reason. */
  onLost: (reason: Error) => void
}

/**
 * Starts the service on 127.0.0.1 in its own thread, so that it doesn't block the app. Rejects with `code:
 * 'EADDRINUSE'` if another program uses the port.
 */
export async function startEmbeddedInThread({ onLost, ...options }: ThreadOptions): Promise<EmbeddedService> {
  let isRunning = false
  let lost: Error | null = null
  const thread = createThread<string, EmbeddedOperations>({
    name: 'service',
    start: () => {
      // The app decides whether to start the service again.
      if (lost) throw lost
      return new Worker(threadUrl, { name: 'service' })
    },
    data: () => options,
    errors: {},
    exitError: (reason) => reason,
    onExit: (reason) => {
      lost = reason
      if (isRunning) onLost(reason)
    },
  })
  try {
    const { greeting: origin, operations } = await thread.open()
    isRunning = true
    const { stop, ...others } = operations.service
    const stopThread = async () => {
      isRunning = false
      const stopTimer = setTimeout(thread.terminate, maxStopMs)
      try {
        await stop()
      } catch (error) {
        // A service that has exited needs no stop.
        if (error !== lost) throw error
      } finally {
        await thread.close()
        clearTimeout(stopTimer)
      }
    }
    let stopping: Promise<void> | null = null
    return { origin, ...others, stop: () => (stopping ??= stopThread()) }
  } catch (error) {
    // Clean up after a failed start.
    await thread.close()
    throw error
  }
}
