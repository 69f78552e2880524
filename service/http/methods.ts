import type { FastifyInstance } from 'fastify'
import { ApiError } from './apiError.ts'

/** The methods of routes, in the order in which errors list them. */
const knownMethods = ['GET', 'HEAD', 'POST', 'PATCH']

/** Answers 405 with `Allow` for every other method on the path of a route. Call it before and await `after` the routes. */
export function rejectOtherMethods(app: FastifyInstance): () => void {
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
