import swagger from '@fastify/swagger'
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { environment } from '../../contract/service/api/environment.ts'
import { apiPrefix, headers } from '../../contract/service/api/headers.ts'
import { limits } from '../../contract/service/api/limits.ts'
import { version } from '../version.ts'

const zodTransform = createJsonSchemaTransform({
  zodToJsonConfig: {
    override: ({ path, jsonSchema }) => {
      // zod adds a pattern that repeats what `format` already says.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern
      // zod's "any JSON" refers to itself by a name that a document built from single routes can't define.
      if (path.at(-1) === 'data' && jsonSchema.type === 'object') jsonSchema.additionalProperties = {}
    },
  },
})

/** Header parameters. `PROJECT-KEY` is a security scheme instead, and OpenAPI defines `Content-Type` itself. */
const commonHeaders = z.object({
  [headers.environment]: environment.describe(
    'The environment of the link. Links of one environment are not visible in the other.',
  ),
})
/** `effect`: what a repeat doesn't do. */
const idempotencyKey = (effect: string) => ({
  [headers.idempotencyKey]: z
    .string()
    .min(1)
    .max(limits.idempotencyKey)
    .optional()
    .describe(
      `Repeating a request with the same key and body within 24 hours ${effect} and returns the first response, even if the body or the link would be refused now.`,
    ),
})
const changeHeaders = commonHeaders.extend({
  [headers.ifMatch]: z
    .string()
    .describe('The ETag from the lookup of the link. If the link has changed since, the response is 412.'),
  ...idempotencyKey('changes nothing'),
})
const createHeaders = commonHeaders.extend(idempotencyKey('creates no second link'))

const headersByKind = new Map<string | undefined, z.ZodType>([
  ['generateLink', createHeaders],
  ['changeLink', changeHeaders],
])

/** Headers are checked before fastify's validation, so the routes' schemas don't include them. */
const transformRoute: NonNullable<FastifyDynamicSwaggerOptions['transform']> = (input) => {
  const { operationId, hide = false, security } = input.schema
  // An operation without a key has no environment either.
  if (hide || security?.length === 0) return zodTransform(input)
  const schema = {
    ...input.schema,
    headers: headersByKind.get(operationId) ?? commonHeaders,
  }
  return zodTransform({ ...input, schema })
}

/** Describes the routes registered after it in OpenAPI 3.1, generated from their zod schemas. */
export function serveOpenApi(app: FastifyInstance): void {
  void app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Linkwright service',
        description:
          'Creates, looks up and changes links, and reports their visits. Every request needs Content-Type: application/json. ' +
          'A key can be limited to creating, to reading, or to one environment; other requests with it return 403.',
        version,
      },
      servers: [{ url: '/', description: 'This service' }],
      components: {
        securitySchemes: { projectKey: { type: 'apiKey', in: 'header', name: headers.projectKey } },
      },
      security: [{ projectKey: [] }],
    },
    transform: transformRoute,
  })
  let text: string | null = null
  app.get(`${apiPrefix}/openapi.json`, { schema: { hide: true } }, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send((text ??= JSON.stringify(app.swagger()))),
  )
}
