import cluster from 'node:cluster'
import type { Worker } from 'node:cluster'
import { requestMetrics, sendToPeer } from './workerMetrics.ts'
import type { Message } from './workerMetrics.ts'

/** How long a worker may take to tell what it has measured; one that takes longer hangs, and is told to be missing. */
const timeoutMs = 2_000

/** In the supervising process: lets a worker that is asked for metrics tell those of all workers. */
export function serveCombinedMetrics(): void {
  // A worker that is still starting would not answer yet.
  const places = new WorkerLabels()
  cluster.on('listening', (worker) => places.take(worker))
  cluster.on('exit', (worker) => places.leave(worker))
  cluster.on('message', (worker: Worker, { type, id }: Message) => {
    if (type !== 'all_metrics_wanted') return
    collectMetrics(places.taken())
      .then((content) => sendToPeer(worker, { type: 'metrics', id, content }))
      // Whoever asked hears nothing, and answers that itself.
      .catch(() => undefined)
  })
}

/** Numbers for workers, from 1; that of a dead one is given to its successor, so that labels do not grow in number. */
class WorkerLabels {
  readonly #workers: (Worker | undefined)[] = []

  take(worker: Worker): void {
    if (this.#workers.includes(worker)) return
    const free = this.#workers.indexOf(undefined)
    this.#workers[free < 0 ? this.#workers.length : free] = worker
  }

  leave(worker: Worker): void {
    const place = this.#workers.indexOf(worker)
    if (place >= 0) this.#workers[place] = undefined
  }

  taken(): { worker: Worker; label: string }[] {
    return this.#workers.flatMap((worker, index) => (worker ? [{ worker, label: String(index + 1) }] : []))
  }
}

/** What each worker has measured, under its label, and which of them did not tell. */
async function collectMetrics(places: { worker: Worker; label: string }[]): Promise<string> {
  const up: MetricValue[] = []
  const shares = await Promise.all(
    places.map(async ({ worker, label }) => {
      const share = await requestMetrics(worker, 'own_metrics_wanted', timeoutMs).catch(() => null)
      up.push({ value: share === null ? 0 : 1, labels: { worker: label } })
      return share === null ? [] : addWorkerLabel(share as MetricShare[], label)
    }),
  )
  // Here and not above: who supervises needs it only once somebody asks, and each start would take a third longer.
  const { AggregatorRegistry } = await import('prom-client')
  return await AggregatorRegistry.aggregate([[{ ...workerUp, values: up }], ...shares]).metrics()
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
  help: 'Whether the worker told what it has measured: 0 for one that hangs.',
  type: 'gauge',
  aggregator: 'sum',
}

function addWorkerLabel(share: MetricShare[], worker: string): MetricShare[] {
  return share.map((metric) => ({
    ...metric,
    values: metric.values.map((value) => ({ ...value, labels: { ...value.labels, worker } })),
  }))
}
