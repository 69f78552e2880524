import cluster from 'node:cluster'
import type { Worker } from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { on } from 'node:events'
import type { Registry } from 'prom-client'

/** How long a worker may take to tell what it has measured; one that takes longer hangs, and is told to be missing. */
const timeoutMs = 2_000
/** How long the supervising process may take to tell for all: longer than it waits for each. */
const timeoutForAllMs = 4_000

/** Between a worker and the process that supervises it: a question, or the answer to the one with the same id. */
type Message =
  | { type: 'own_metrics_wanted' | 'all_metrics_wanted'; id: string }
  | { type: 'metrics'; id: string; content: unknown }

/** In the supervising process: lets a worker that is asked for metrics tell those of all workers. */
export function answerForAllWorkers(): void {
  // A worker that is still starting would not answer yet.
  const places = new Places()
  cluster.on('listening', (worker) => places.take(worker))
  cluster.on('exit', (worker) => places.leave(worker))
  cluster.on('message', (worker: Worker, { type, id }: Message) => {
    if (type !== 'all_metrics_wanted') return
    metricsOfAll(places.taken())
      .then((content) => tell(worker, { type: 'metrics', id, content }))
      // Whoever asked hears nothing, and answers that itself.
      .catch(() => undefined)
  })
}

/** To a peer that has ended meanwhile, nothing is told: without the callback, Node emits an `error` that ends the process. */
function tell(peer: Worker, message: Message): void {
  peer.send(message, () => undefined)
}

/** Numbers for workers, from 1; that of a dead one is given to its successor, so that labels do not grow in number. */
class Places {
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
async function metricsOfAll(places: { worker: Worker; label: string }[]): Promise<string> {
  const up: MetricValue[] = []
  const shares = await Promise.all(
    places.map(async ({ worker, label }) => {
      const share = await ask(worker, 'own_metrics_wanted', timeoutMs).catch(() => null)
      up.push({ value: share === null ? 0 : 1, labels: { worker: label } })
      return share === null ? [] : labelled(share as MetricShare[], label)
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

function labelled(share: MetricShare[], worker: string): MetricShare[] {
  return share.map((metric) => ({
    ...metric,
    values: metric.values.map((value) => ({ ...value, labels: { ...value.labels, worker } })),
  }))
}

/**
 * How this process tells what was measured. One of several workers tells for all of them, each under its own label, since
 * whoever collects metrics from the shared port meets another worker each time.
 */
export function metricsOf(registry: Registry): () => Promise<string> {
  const { worker } = cluster
  if (!worker) return () => registry.metrics()
  worker.on('message', ({ type, id }: Message) => {
    if (type !== 'own_metrics_wanted') return
    registry
      .getMetricsAsJSON()
      .then((content) => tell(worker, { type: 'metrics', id, content }))
      // Whoever asked takes this worker for one that hangs.
      .catch(() => undefined)
  })
  return async () => String(await ask(worker, 'all_metrics_wanted', timeoutForAllMs))
}

async function ask(
  peer: Worker,
  type: 'own_metrics_wanted' | 'all_metrics_wanted',
  patience: number,
): Promise<unknown> {
  const id = randomUUID()
  const messages = on(peer, 'message', { signal: AbortSignal.timeout(patience) })
  tell(peer, { type, id })
  for await (const [message] of messages as AsyncIterable<[Message]>) {
    if (message.type === 'metrics' && message.id === id) return message.content
  }
  return null
}
