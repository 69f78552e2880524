import type { FastifyInstance } from 'fastify'
import { ApiError } from './apiError.ts'

/** Answers 405 with `Allow` for every other method on an existing path. GET includes HEAD. */
export function rejectOtherMethods(
  app: FastifyInstance,
  url: string,
  ...only: ('GET' | 'POST' | 'PATCH')[]
): void {
  const allowed = only.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  const refuse = () => {
    const sentence = `This address supports only ${allowed.join(' and ').replace(' and ', allowed.length > 2 ? ', ' : ' and ')}.`
    throw new ApiError('method_not_allowed', sentence, { headers: { allow: allowed.join(', ') } })
  }
  const others = app.supportedMethods.filter((method) => !allowed.includes(method))
  // Runs before the body is read and its type checked: the method comes first.
  app.route({ method: others, url, schema: { hide: true }, onRequest: refuse, handler: refuse })
}
