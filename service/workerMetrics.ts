import cluster from 'node:cluster'
import type { Worker } from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { on } from 'node:events'
import type { Registry } from 'prom-client'

/** How long the supervising process may take to tell for all: longer than it waits for each. */
const timeoutForAllMs = 4_000

/** Between a worker and the process that supervises it: a question, or the answer to the one with the same id. */
export type Message =
  | { type: 'own_metrics_wanted' | 'all_metrics_wanted'; id: string }
  | { type: 'metrics'; id: string; content: unknown }

/**
 * How this process tells what was measured. One of several workers tells for all of them, each under its own label, since
 * whoever collects metrics from the shared port meets another worker each time.
 */
export function createMetricsSource(registry: Registry): () => Promise<string> {
  const { worker } = cluster
  if (!worker) return () => registry.metrics()
  worker.on('message', ({ type, id }: Message) => {
    if (type !== 'own_metrics_wanted') return
    registry
      .getMetricsAsJSON()
      .then((content) => sendToPeer(worker, { type: 'metrics', id, content }))
      // Whoever asked takes this worker for one that hangs.
      .catch(() => undefined)
  })
  return async () => String(await requestMetrics(worker, 'all_metrics_wanted', timeoutForAllMs))
}

/** Asks the other side; `null` where it ends without an answer. Rejects after so many milliseconds. */
export async function requestMetrics(
  peer: Worker,
  type: 'own_metrics_wanted' | 'all_metrics_wanted',
  patience: number,
): Promise<unknown> {
  const id = randomUUID()
  const messages = on(peer, 'message', { signal: AbortSignal.timeout(patience) })
  sendToPeer(peer, { type, id })
  for await (const [message] of messages as AsyncIterable<[Message]>) {
    if (message.type === 'metrics' && message.id === id) return message.content
  }
  return null
}

/** To a peer that has ended meanwhile, nothing is told: without the callback, Node emits an `error` that ends the process. */
export function sendToPeer(peer: Worker, message: Message): void {
  peer.send(message, () => undefined)
}
