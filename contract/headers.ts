import { z } from 'zod'

/** Header names of the specification, part 5, and of our extensions, as they are written on the wire. */
export const headers = {
  projectKey: 'PROJECT-KEY',
  environment: 'ENVIRONMENT',
  idempotencyKey: 'Idempotency-Key',
  linkService: 'Link-Service',
  requestId: 'X-Request-Id',
} as const

/** The path prefix that carries the version (specification, parts 1 and 9). */
export const apiPrefix = '/api/v1/sdk'

/** Specification, part 5. */
export const environment = z.enum(['production', 'development'])
export type Environment = z.infer<typeof environment>
