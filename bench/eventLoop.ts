import cluster from 'node:cluster'
import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const resolutionMs = 1

/** Starts to measure the delay of this process's event loop. */
export function watchEventLoop() {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  return {
    /** Discards what was measured so far. */
    reset: () => delay.reset(),
    /** Stops the measurement and returns the 99th percentile and the maximum, in milliseconds. */
    end: () => {
      delay.disable()
      // The histogram records the time between two samples, which includes the sampling interval.
      return { p99: delay.percentile(99) / 1e6 - resolutionMs, max: delay.max / 1e6 - resolutionMs }
    },
  }
}

/**
 * The service loads this file with `--import`. It then measures its delay from the signal SIGUSR2 on, and writes the
 * 99th percentile at exit to the file in this variable. The supervisor's own event loop doesn't matter, because it handles no requests.
 */
const file = process.env['BENCH_LOOP_DELAY']
if (isMainThread && cluster.isWorker && file !== undefined) {
  const delay = watchEventLoop()
  process.on('SIGUSR2', delay.reset)
  process.on('exit', () => writeFileSync(file, String(delay.end().p99)))
}
