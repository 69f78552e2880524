import { fastify } from 'fastify'
import type { FastifyInstance } from 'fastify'
import { apiPrefix, headers } from '../../contract/headers.ts'
import { limits } from '../../contract/limits.ts'
import { apiRoutes } from '../api/routes.ts'
import { Keyring } from '../keys/keyring.ts'
import type { LinkOrigin } from '../links/address.ts'
import { linkCreator } from '../links/create.ts'
import { linkHostRoutes } from '../linkHost/routes.ts'
import type { Store } from '../store/store.ts'
import { version } from '../version.ts'
import { answerClientError } from './clientError.ts'
import { answerErrors, sendRefusal } from './errors.ts'
import type { ReportBug } from './errors.ts'
import { refuseOtherMethods } from './methods.ts'
import { Refusal } from './refusal.ts'
import { requestId } from './requestId.ts'

export interface AppParts {
  store: Store
  origin: LinkOrigin
  reportBug: ReportBug
}

/** The service over HTTP, not yet listening: the two operations, and the link host on everything else. */
export function buildApp({ store, origin, reportBug }: AppParts): FastifyInstance {
  const app = fastify({
    bodyLimit: limits.bodyBytes,
    genReqId: requestId,
    requestTimeout: 30_000,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerClientError,
    frameworkErrors: (_error, request, reply) => {
      announce(request.id, reply)
      void sendRefusal(new Refusal('malformed_request', 'The path is not a valid URL path.'), request, reply)
    },
    http: { headersTimeout: 10_000, maxHeaderSize: 16 * 1_024, connectionsCheckingInterval: 2_000 },
    routerOptions: { maxParamLength: 16 * 1_024 },
  })
  app.decorateRequest('owner', null)
  app.decorateRequest('idempotency', null)
  app.addHook('onRequest', (request, reply, next) => {
    announce(request.id, reply)
    next()
  })
  app.setErrorHandler(answerErrors(reportBug))
  app.setNotFoundHandler(() => {
    throw new Refusal('not_found', 'There is nothing at this address.')
  })

  const parts = { store, origin, keyring: new Keyring(store), creator: linkCreator(store) }
  void app.register(apiRoutes(parts), { prefix: apiPrefix })
  refuseOtherMethods(app, `${apiPrefix}/generate_link`, 'POST')
  refuseOtherMethods(app, `${apiPrefix}/link/:link_path`, 'GET')
  linkHostRoutes(app, store)
  return app
}

/** Stands on every answer: who answers, by which the app knows what it may rely on, and the id to ask about. */
function announce(id: string, reply: { header: (name: string, value: string) => unknown }): void {
  reply.header(headers.linkService, `linkwright/${version}`)
  reply.header(headers.requestId, id)
}
