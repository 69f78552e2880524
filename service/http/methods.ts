import type { FastifyInstance } from 'fastify'
import { ApiError } from './apiError.ts'

/** Answers 405 with `Allow` for every other method on an existing path. GET includes HEAD. */
export function rejectOtherMethods(
  app: FastifyInstance,
  url: string,
  ...methods: ('GET' | 'POST' | 'PATCH')[]
): void {
  const allowedMethods = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  const rejectMethod = () => {
    const sentence = `This address supports only ${allowedMethods.join(' and ').replace(' and ', allowedMethods.length > 2 ? ', ' : ' and ')}.`
    throw new ApiError('method_not_allowed', sentence, { headers: { allow: allowedMethods.join(', ') } })
  }
  const otherMethods = app.supportedMethods.filter((method) => !allowedMethods.includes(method))
  // Runs before the body is read and its type checked: the method comes first.
  app.route({
    method: otherMethods,
    url,
    schema: { hide: true },
    onRequest: rejectMethod,
    handler: rejectMethod,
  })
}
