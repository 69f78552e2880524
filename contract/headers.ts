import { z } from 'zod'

/** Header names (specification 5) and those of our extensions, as they are written on the wire. */
export const headers = {
  projectKey: 'PROJECT-KEY',
  environment: 'ENVIRONMENT',
  idempotencyKey: 'Idempotency-Key',
  linkService: 'Link-Service',
  requestId: 'X-Request-Id',
} as const

/** What `Link-Service` says: the product, then its extensions, such as `linkwright/1.0.0; visits` (specification 4.4). */
export function formatAnnouncement(product: string, extensions: readonly string[]): string {
  return [product, ...extensions].join('; ')
}

/** The parts of what `Link-Service` says. */
export function parseAnnouncement(header: string | undefined): {
  product: string
  extensions: readonly string[]
} {
  const [product = '', ...extensions] = (header ?? '').split(';').map((part) => part.trim())
  return { product, extensions }
}

/** The path prefix that carries the version (specification 1 and 9). */
export const apiPrefix = '/api/v1/sdk'

/** What the ENVIRONMENT header may say (specification 5). */
export const environment = z.enum(['production', 'development'])
export type Environment = z.infer<typeof environment>

/** Returns the environment that this one is not. */
export function otherEnvironment(environment: Environment): Environment {
  return environment === 'production' ? 'development' : 'production'
}
