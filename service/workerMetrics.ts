import cluster from 'node:cluster'
import type { Worker } from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { on } from 'node:events'
import { AggregatorRegistry } from 'prom-client'
import type { Registry } from 'prom-client'

/** How long another process may take to tell what it has measured. */
const patienceMs = 3_000

/** Between a worker and the process that supervises it: a question, or the answer to the one with the same id. */
type Message =
  | { type: 'own_metrics_wanted' | 'all_metrics_wanted'; id: string }
  | { type: 'metrics'; id: string; content: unknown }

/** In the supervising process: lets a worker that is asked for metrics tell those of all workers. */
export function answerForAllWorkers(): void {
  // A worker that is still starting would not answer yet.
  const ready = new Set<Worker>()
  cluster.on('listening', (worker) => ready.add(worker))
  cluster.on('exit', (worker) => ready.delete(worker))
  cluster.on('message', (worker: Worker, { type, id }: Message) => {
    if (type !== 'all_metrics_wanted') return
    const shares = [...ready].map((each) => ask(each, 'own_metrics_wanted') as Promise<object>)
    Promise.all(shares)
      .then((all) => AggregatorRegistry.aggregate(all).metrics())
      .then((content) => worker.send({ type: 'metrics', id, content } satisfies Message))
      // A worker that ends at this moment cannot tell any more; whoever asked hears of it by the time limit.
      .catch(() => undefined)
  })
}

/**
 * How this process tells what was measured. One of several workers tells for all of them, each under its own label, since
 * whoever collects metrics from the shared port meets another worker each time.
 */
export function metricsOf(registry: Registry): () => Promise<string> {
  const { worker } = cluster
  if (!worker) return () => registry.metrics()
  registry.setDefaultLabels({ worker: String(worker.id) })
  worker.on('message', ({ type, id }: Message) => {
    if (type !== 'own_metrics_wanted') return
    void registry
      .getMetricsAsJSON()
      .then((content) => worker.send({ type: 'metrics', id, content } satisfies Message))
  })
  return async () => String(await ask(worker, 'all_metrics_wanted'))
}

async function ask(peer: Worker, type: 'own_metrics_wanted' | 'all_metrics_wanted'): Promise<unknown> {
  const id = randomUUID()
  const messages = on(peer, 'message', { signal: AbortSignal.timeout(patienceMs) })
  peer.send({ type, id })
  for await (const [message] of messages as AsyncIterable<[Message]>) {
    if (message.type === 'metrics' && message.id === id) return message.content
  }
  return null
}
