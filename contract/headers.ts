import { z } from 'zod'

/** Header names (specification 5) and those of our extensions, as they are written on the wire. */
export const headers = {
  projectKey: 'PROJECT-KEY',
  environment: 'ENVIRONMENT',
  idempotencyKey: 'Idempotency-Key',
  linkService: 'Link-Service',
  requestId: 'X-Request-Id',
} as const

/** The path prefix that carries the version (specification 1 and 9). */
export const apiPrefix = '/api/v1/sdk'

/** What the ENVIRONMENT header may say (specification 5). */
export const environment = z.enum(['production', 'development'])
export type Environment = z.infer<typeof environment>
