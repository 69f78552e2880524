import cluster from 'node:cluster'
import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/**
 * Loaded into the service with `--import`: measures how late its event loop is, from the signal SIGUSR2 on, and at the
 * end writes the 99th percentile in milliseconds into the file that `BENCH_LOOP_DELAY` names.
 */
const file = process.env['BENCH_LOOP_DELAY']
const resolutionMs = 1

// Of the process that supervises it, nobody waits for the loop.
if (isMainThread && cluster.isWorker && file !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  process.on('SIGUSR2', () => delay.reset())
  // What is recorded is the time between two looks, of which the resolution is what was meant to pass.
  process.on('exit', () => writeFileSync(file, String(delay.percentile(99) / 1e6 - resolutionMs)))
}
