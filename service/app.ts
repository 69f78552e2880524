import type { FastifyInstance } from 'fastify'
import { apiPrefix, serviceExtensions } from '../contract/service/api/headers.ts'
import { enrolRoute } from './api/enrolRoute.ts'
import { serveOpenApi } from './api/openapi.ts'
import { createLoopCheck } from './api/requestBody.ts'
import { apiRoutes } from './api/routes.ts'
import { Keyring } from './keys/keyring.ts'
import { associationRoutes } from './linkHost/associationRoutes.ts'
import { createLinkChanger } from './links/change.ts'
import { createLinkCreator } from './links/create.ts'
import type { LinkHosts } from './links/linkHosts.ts'
import { RecentLinks } from './links/recentLinks.ts'
import { linkHostRoutes } from './linkHost/routes.ts'
import type { DatabaseSetting } from './settings/database.ts'
import type { VisitRetentionSetting } from './settings/visits.ts'
import type { Replica } from './store/postgres/replica/replica.ts'
import type { Store } from './store/store.ts'
import type { VisitCounter } from './visits/counter.ts'
import type { ErrorLog } from './http/errorLog.ts'
import { serveHealth } from './http/health.ts'
import { serveMetrics } from './http/metrics.ts'
import { RateLimit } from './http/rateLimit.ts'
import { ApiError } from './http/apiError.ts'
import { createHttpServer, type ServerOptions } from './http/server.ts'

export interface AppParts extends ServerOptions {
  store: Store
  /** Where visits read links, if not in the store. */
  replica?: Replica | null | undefined
  errorLog: ErrorLog
  hosts: LinkHosts
  /** Requests a second for each project; 0 for no limit. */
  rateLimit: number
  /** Requests a minute with wrong keys from one address; 0 for no limit. */
  wrongKeyLimit: number
  /** `null` if visits are not counted. */
  counter: VisitCounter | null
  /** How long visits are kept; `null` if they are not counted. */
  retention: VisitRetentionSetting | null
  /** Which database the store uses, if known. */
  database?: DatabaseSetting | undefined
}

/**
 * Builds the service's HTTP server without listening: both API operations, health, metrics, and the link host
 * for all other paths.
 */
export function buildApp(parts: AppParts): FastifyInstance {
  const { store, log, errorLog, hosts, counter, rateLimit, wrongKeyLimit } = parts
  const extensions = serviceExtensions.filter((extension) => counter || extension !== 'visits')
  const app = createHttpServer(errorLog, { ...parts, extensions })
  const rejectMethods = rejectOtherMethods(app)
  app.decorateRequest('owner', null)
  app.decorateRequest('keyTerms', null)
  app.decorateRequest('idempotency', null)
  const extraCheck = createLoopCheck((host) => hosts.has(host))
  const changer = createLinkChanger(store, extraCheck)
  serveOpenApi(app)
  serveMetrics(app, { ...parts, visits: counter && counter.totals, changes: changer.totals })
  serveHealth(app, store)
  const apiParts = {
    ...parts,
    keyring: new Keyring(store, (key) => log.write({ level: 'info', event: 'key_refused', ...key })),
    rateLimit: new RateLimit({ perSecond: rateLimit, burst: 2 * rateLimit }),
    wrongKeyLimit: new RateLimit({ perSecond: wrongKeyLimit / 60, burst: wrongKeyLimit }),
    creator: createLinkCreator(store, { ownPathHost: hosts.ownPathHost }),
    changer,
  }
  void app.register(apiRoutes(apiParts), { prefix: apiPrefix })
  void app.register(enrolRoute(apiParts), { prefix: apiPrefix })
  app.all('/api/*', { schema: { hide: true }, onRequest: rejectUnknown }, rejectUnknown)
  associationRoutes(app, hosts)
  const links = new RecentLinks(parts.replica ?? store, (error) => errorLog.write(null, error))
  linkHostRoutes(app, { ...parts, links })
  app.after(rejectMethods)
  return app
}

function rejectUnknown(): never {
  throw new ApiError('not_found', 'Nothing exists at this address.')
}

/** The methods of routes, in the order in which errors list them. */
const knownMethods = ['GET', 'HEAD', 'POST', 'PATCH']

/** Answers 405 with `Allow` for every other method on the path of a route. Call it before and await `after` the routes. */
function rejectOtherMethods(app: FastifyInstance): () => void {
  const methodsByUrl = new Map<string, string[]>()
  app.addHook('onRoute', ({ url, method }) => {
    methodsByUrl.set(url, [...(methodsByUrl.get(url) ?? []), ...[method].flat()])
  })
  return () => {
    for (const [url, methods] of [...methodsByUrl]) {
      const rejectMethod = () => {
        throw methodError(knownMethods.filter((method) => methods.includes(method)))
      }
      // Runs before the body is read and its type checked: the method comes first.
      const otherMethods = app.supportedMethods.filter((method) => !methods.includes(method))
      const route = { method: otherMethods, url, schema: { hide: true } }
      if (otherMethods.length > 0) app.route({ ...route, onRequest: rejectMethod, handler: rejectMethod })
    }
  }
}

function methodError(allowed: readonly string[]): ApiError {
  const sentence = `This address supports only ${allowed.join(allowed.length > 2 ? ', ' : ' and ')}.`
  return new ApiError('method_not_allowed', sentence, { headers: { allow: allowed.join(', ') } })
}
