import cluster from 'node:cluster'
import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/**
 * Loaded into the service with `--import`: measures its event loop delay from the signal SIGUSR2 on. At exit it
 * writes the 99th percentile in milliseconds to the file in `BENCH_LOOP_DELAY`.
 */
const file = process.env['BENCH_LOOP_DELAY']
const resolutionMs = 1

// The supervisor's event loop delays no request.
if (isMainThread && cluster.isWorker && file !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  process.on('SIGUSR2', () => delay.reset())
  // The histogram records the time between two samples, which includes the sampling interval.
  process.on('exit', () => writeFileSync(file, String(delay.percentile(99) / 1e6 - resolutionMs)))
}
