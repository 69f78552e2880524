import cluster from 'node:cluster'
import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/** Without the first seconds, in which V8 compiles. */
const warmUpMs = 3_000
/** Shorter than that of the service's own metric. Each sample includes this interval. */
const sampleMs = 1

/**
 * The service loads this file with `--import`. Its serving process then writes the 99th percentile of the delay of its
 * event loop, in milliseconds, to the file in this variable when it exits.
 */
const file = process.env['BENCH_LOOP_DELAY']
if (isMainThread && cluster.isWorker && file !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: sampleMs })
  setTimeout(() => delay.enable(), warmUpMs).unref()
  process.on('exit', () => writeFileSync(file, String(delay.percentile(99) / 1e6 - sampleMs)))
}
