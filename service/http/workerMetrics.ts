import cluster from 'node:cluster'
import type { Worker } from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { on } from 'node:events'
import type { Registry } from 'prom-client'

/** How long the supervisor may take to answer for all workers: longer than it waits for each. */
const timeoutForAllMs = 4_000

/** A request between worker and supervisor, or the response with the same id. */
export type Message =
  | { type: 'own_metrics_wanted' | 'all_metrics_wanted'; id: string }
  | { type: 'metrics'; id: string; content: unknown }

/**
 * Returns a function that reports this process's metrics. One of several workers reports all of them, each
 * under its own label: a collector on the shared port reaches a different worker each time.
 */
export function createMetricsSource(registry: Registry): () => Promise<string> {
  const { worker } = cluster
  if (!worker) return () => registry.metrics()
  worker.on('message', ({ type, id }: Message) => {
    if (type !== 'own_metrics_wanted') return
    registry
      .getMetricsAsJSON()
      .then((content) => sendToPeer(worker, { type: 'metrics', id, content }))
      // The supervisor counts this worker as hung.
      .catch(() => undefined)
  })
  return async () => String(await requestMetrics(worker, 'all_metrics_wanted', timeoutForAllMs))
}

/**
 * Sends a request to the other process. Returns `null` if it exits without a response. Rejects after the
 * given milliseconds.
 */
export async function requestMetrics(
  peer: Worker,
  type: 'own_metrics_wanted' | 'all_metrics_wanted',
  timeoutMs: number,
): Promise<unknown> {
  const id = randomUUID()
  const messages = on(peer, 'message', { signal: AbortSignal.timeout(timeoutMs) })
  sendToPeer(peer, { type, id })
  for await (const [message] of messages as AsyncIterable<[Message]>) {
    if (message.type === 'metrics' && message.id === id) return message.content
  }
  return null
}

/** Without the callback, Node would emit an `error` that ends this process if the other one has exited. */
export function sendToPeer(peer: Worker, message: Message): void {
  peer.send(message, () => undefined)
}
