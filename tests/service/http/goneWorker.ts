import cluster from 'node:cluster'
import type { Worker } from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Registry } from 'prom-client'
import { serveCombinedMetrics } from '../../../service/workers/supervisorMetrics.ts'
import { sendReport } from '../../../service/workers/workerMessages.ts'
import { createMetricsSource } from '../../../service/http/workerMetrics.ts'

/*
 * Two workers under one supervisor. The second has requested metrics and closed its channel, but hasn't exited. Then
 * prints the port of the first.
 */

async function supervise(): Promise<void> {
  serveCombinedMetrics()
  const [, { port }] = await startWorker()
  const [disconnected] = await startWorker()
  if (disconnected.isConnected()) await once(disconnected, 'disconnect')
  process.stdout.write(`${port}\n`)
}

async function startWorker(): Promise<[Worker, AddressInfo]> {
  const worker = cluster.fork()
  const [address] = (await once(worker, 'listening')) as [AddressInfo]
  return [worker, address]
}

async function work(worker: Worker): Promise<void> {
  const metrics = createMetricsSource(new Registry())
  const server = createServer((_request, response) => {
    metrics().then(
      (text) => response.end(text),
      () => response.destroy(),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  await sendReport({ type: 'serving', announcement: 'It serves.' })
  if (worker.id === 1) return
  void metrics().catch(() => undefined)
  setInterval(() => undefined, 1_000)
  worker.disconnect()
}

await (cluster.worker ? work(cluster.worker) : supervise())
