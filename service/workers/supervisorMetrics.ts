import cluster from 'node:cluster'
import type { Worker } from 'node:cluster'
import type { Report } from './workerMessages.ts'
import { requestMetrics, sendToPeer, type Message } from '../http/workerMetrics.ts'

/** How long a worker may take to report its metrics. A slower one counts as hung and is reported missing. */
const timeoutMs = 2_000

/** In the supervisor: answers a worker's request for metrics with the metrics of all workers. */
export function serveCombinedMetrics(): void {
  const labels = new WorkerLabels()
  cluster.on('exit', (worker) => labels.release(worker))
  cluster.on('message', (worker: Worker, message: Message | Report) => {
    // A worker that is still starting would not answer. Node's event `listening` is missing on an inherited socket.
    if (message.type === 'serving') labels.assign(worker)
    if (message.type !== 'all_metrics_wanted') return
    const { id } = message
    collectMetrics(labels.list())
      .then((content) => sendToPeer(worker, { type: 'metrics', id, content }))
      // The requesting worker gets no answer and reports that itself.
      .catch(() => undefined)
  })
}

/**
 * Assigns numbers to workers from 1. A replacement gets the number of the worker it replaces, so that the
 * number of labels doesn't grow.
 */
class WorkerLabels {
  readonly #workers: (Worker | undefined)[] = []

  assign(worker: Worker): void {
    if (this.#workers.includes(worker)) return
    const freeIndex = this.#workers.indexOf(undefined)
    this.#workers[freeIndex < 0 ? this.#workers.length : freeIndex] = worker
  }

  release(worker: Worker): void {
    const index = this.#workers.indexOf(worker)
    if (index >= 0) this.#workers[index] = undefined
  }

  list(): { worker: Worker; label: string }[] {
    return this.#workers.flatMap((worker, index) => (worker ? [{ worker, label: String(index + 1) }] : []))
  }
}

/** Returns the metrics of each worker under its label, and which workers didn't answer. */
async function collectMetrics(workers: { worker: Worker; label: string }[]): Promise<string> {
  const upValues: MetricValue[] = []
  const shares = await Promise.all(
    workers.map(async ({ worker, label }) => {
      const share = await requestMetrics(worker, 'own_metrics_wanted', timeoutMs).catch(() => null)
      upValues.push({ value: share === null ? 0 : 1, labels: { worker: label } })
      return share === null ? [] : addWorkerLabel(share as MetricShare[], label)
    }),
  )
  // Imported on first use: loading it earlier would make each start of the supervisor a third slower.
  const { AggregatorRegistry } = await import('prom-client')
  return await AggregatorRegistry.aggregate([[{ ...workerUp, values: upValues }], ...shares]).metrics()
}

interface MetricValue {
  value: number
  labels: Record<string, string | number>
}

interface MetricShare {
  values: MetricValue[]
}

const workerUp = {
  name: 'linkwright_worker_up',
  help: '1 if the worker reported its metrics, 0 if it hangs.',
  type: 'gauge',
  aggregator: 'sum',
}

function addWorkerLabel(share: MetricShare[], worker: string): MetricShare[] {
  return share.map((metric) => ({
    ...metric,
    values: metric.values.map((value) => ({ ...value, labels: { ...value.labels, worker } })),
  }))
}
