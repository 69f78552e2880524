import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { databaseId, databaseMetric } from '../settings/database.ts'
import { version } from '../version.ts'
import { createMetricsSource } from './workerMetrics.ts'
import { addMeasures, type MeasuredParts } from './measures.ts'
import { routePattern } from './requestLog.ts'

const misnamedGauges = ['handles', 'requests', 'resources'].map((kind) => `nodejs_active_${kind}_total`)

/**
 * Measures every request and serves the metrics, with totals of visits, at `/metrics` in the Prometheus text
 * format.
 */
export function serveMetrics(app: FastifyInstance, parts: MeasuredParts): void {
  const { database } = parts
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // Gauges with the name of a counter. Their sums are also in the metrics by type.
  for (const name of misnamedGauges) registry.removeSingleMetric(name)
  addInfo(registry, 'linkwright_build_info', 'Always 1. The label is the running version.', { version })
  if (database) {
    // Lets `linkwright doctor` check whether it uses the same database. The label reveals no file or host.
    const help = 'Always 1. The labels are the kind of database and a hash of its location.'
    addInfo(registry, databaseMetric, help, { engine: database.engine, id: databaseId(database) })
  }
  const durations = new Histogram({
    name: 'linkwright_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  })
  const errors = countErrors(registry)
  addMeasures(registry, parts, createRequestCounter(app))
  app.addHook('onResponse', (request, reply, next) => {
    const { statusCode: status } = reply
    if (status >= 400) errors.inc({ status })
    const labels = {
      // A client can send any method name, so unsupported ones share one series.
      method: status !== 405 && knownMethods.has(request.method) ? request.method : 'other',
      route: routePattern(request) ?? 'none',
      status,
    }
    durations.observe(labels, reply.elapsedTime / 1_000)
    next()
  })
  const readMetrics = createMetricsSource(registry)
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply.type(registry.contentType).send(await readMetrics()),
  )
}

/** Adds a metric that is always 1, for its labels. */
function addInfo(registry: Registry, name: string, help: string, labels: Record<string, string>): void {
  new Gauge({ name, help, labelNames: Object.keys(labels), registers: [registry] }).set(labels, 1)
}

/** Responses that may deserve an alert. */
const alertStatuses = [401, 429, 500, 503]

/** Prometheus sees no increase in a series that starts with its first event, so these start at 0. */
function countErrors(registry: Registry): Counter<'status'> {
  const errors = new Counter({
    name: 'linkwright_errors_total',
    help: 'Responses with status 400 and above.',
    labelNames: ['status'],
    registers: [registry],
  })
  for (const status of alertStatuses) errors.inc({ status }, 0)
  return errors
}

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PATCH'])

function createRequestCounter({ server }: FastifyInstance): () => number {
  let inFlight = 0
  const onClose = () => void inFlight--
  // Registered before the handlers, which may read the value.
  server.prependListener('request', (_request, response) => {
    inFlight++
    // Runs however the request ends: answered, or aborted by its client.
    response.once('close', onClose)
  })
  return () => inFlight
}
