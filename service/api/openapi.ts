import swagger from '@fastify/swagger'
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { environment } from '../../contract/environment.ts'
import { apiPrefix, headers } from '../../contract/headers.ts'
import { limits } from '../../contract/limits.ts'
import { rejectOtherMethods } from '../http/methods.ts'
import { version } from '../version.ts'
import { fieldNote } from './fieldNotes.ts'

const zodTransform = createJsonSchemaTransform({
  zodToJsonConfig: {
    override: ({ path, jsonSchema }) => {
      // zod's additional pattern says nothing that `format` doesn't.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern
      // zod's "any JSON" refers to itself by a name that a document built from single routes can't define.
      if (path.at(-1) === 'data' && jsonSchema.type === 'object') jsonSchema.additionalProperties = {}
      Object.assign(jsonSchema, fieldNote(path.at(-1), jsonSchema.type))
    },
  },
})

/** Header parameters. `PROJECT-KEY` is a security scheme instead, and OpenAPI defines `Content-Type` itself. */
const commonHeaders = z.object({
  [headers.environment]: environment.describe(
    'Which environment the link belongs to; they never see each other.',
  ),
})
const changeHeaders = commonHeaders.extend({
  [headers.ifMatch]: z
    .string()
    .describe(
      'The ETag of the link as it was looked up. If someone has changed the link since, the answer is 412.',
    ),
  [headers.idempotencyKey]: z
    .string()
    .min(1)
    .max(limits.idempotencyKey)
    .optional()
    .describe(
      'The same key with the same body within 24 hours changes the link once, and returns the first answer.',
    ),
})
const createHeaders = commonHeaders.extend({
  [headers.idempotencyKey]: z
    .string()
    .min(1)
    .max(limits.idempotencyKey)
    .optional()
    .describe(
      'The same key with the same body within 24 hours returns the first answer and creates no second link.',
    ),
})

const headersOf = new Map<string | undefined, z.ZodType>([
  ['generateLink', createHeaders],
  ['changeLink', changeHeaders],
])

/** Headers are checked before fastify's validation, so the routes' schemas don't include them. */
const transformRoute: NonNullable<FastifyDynamicSwaggerOptions['transform']> = (input) => {
  const { operationId, hide = false, security } = input.schema
  // An operation without a key has no environment either.
  if (hide || security?.length === 0) return zodTransform(input)
  const documented = {
    ...input.schema,
    headers: headersOf.get(operationId) ?? commonHeaders,
  }
  return zodTransform({ ...input, schema: documented })
}

/** Describes the routes registered after it in OpenAPI 3.1, generated from their zod schemas. */
export function serveOpenApi(app: FastifyInstance): void {
  void app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Linkwright service',
        description:
          'Creates links, looks them up, changes them and tells how often they were visited. Content-Type: application/json is required on every request. ' +
          'A key can be limited to creating, to reading, or to one environment; the answer is 403 then.',
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
  const url = `${apiPrefix}/openapi.json`
  let text: string | null = null
  app.get(url, { schema: { hide: true } }, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send((text ??= JSON.stringify(app.swagger()))),
  )
  rejectOtherMethods(app, url, 'GET')
}
