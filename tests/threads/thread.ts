import { parentPort, workerData } from 'node:worker_threads'
import type { Released } from './pool.ts'

// A thread of the pool: it loads the entry once, and stays when the entry closes its port.
if (parentPort) {
  const port = parentPort
  port.close = () => port.postMessage({ released: true } satisfies Released)
}
await import(workerData as string)
