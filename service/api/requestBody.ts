import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { toFieldErrors } from '../../contract/service/link/fieldErrors.ts'
import { describeJsonError, readObject } from '../../contract/service/json/json.ts'
import { limits } from '../../contract/service/api/limits.ts'
import { webHost, type ExtraTargetCheck } from '../../contract/service/link/target.ts'
import { ApiError, invalidFieldsError } from '../http/apiError.ts'
import { withZodTypes, type Api } from './apiParts.ts'

/**
 * Parses a body as a JSON object without altering it: invalid UTF-8 isn't replaced, and duplicate keys are refused
 * because `JSON.parse` would silently drop one.
 */
export function parseBody(
  bytes: Buffer | undefined,
  maxValues: number = limits.bodyValues,
): Record<string, unknown> {
  if (bytes && !isUtf8(bytes)) throw new ApiError('malformed_json', 'The body is not UTF-8.')
  const result = readObject(bytes?.toString('utf8') ?? '', 'body', maxValues)
  if (result.ok) return result.value
  throw new ApiError('malformed_json', describeJsonError(result.error))
}

/** A hook before validation that replaces the bytes of a body with the JSON object in them. */
export function replaceBody(request: { body: unknown }, _reply: unknown, next: () => void): void {
  request.body = parseBody(request.body as Buffer | undefined)
  next()
}

/** Returns a check that a redirect doesn't lead to one of our link hosts. */
export function createLoopCheck(isLinkHost: (host: string) => boolean): ExtraTargetCheck {
  return (target) => {
    const host = webHost(target)
    if (host === null || !isLinkHost(host)) return null
    return 'Redirects to the link host itself, so visitors would be redirected in a loop.'
  }
}

/**
 * Lets the routes of an API read bodies and validate them. They are parsed as JSON later, so that an error can keep the
 * connection open and idempotency keys can use the raw body.
 */
export function prepareBodies(app: FastifyInstance): Api {
  app.removeAllContentTypeParsers()
  // Listing `application/json` lets fastify cache the parser.
  app.addContentTypeParser(['application/json', '*'], { parseAs: 'buffer' }, (_request, bytes, callback) =>
    callback(null, bytes),
  )
  app.setValidatorCompiler<z.ZodType>(createValidator)
  // Never called: the handlers send text. The response schemas are only for documentation.
  app.setSerializerCompiler(() => JSON.stringify)
  return withZodTypes(app)
}

/** Lets fastify validate with a zod schema and report the errors of all fields together. */
export function createValidator({ schema }: { schema: z.ZodType }) {
  return (value: unknown): { value: unknown } | { error: Error } => {
    const result = schema.safeParse(value)
    return result.success
      ? { value: result.data }
      : { error: invalidFieldsError(toFieldErrors(result.error)) }
  }
}
