/** Header names of the specification (section 5) and of our extensions, as sent on the wire. */
export const headers = {
  projectKey: 'PROJECT-KEY',
  environment: 'ENVIRONMENT',
  idempotencyKey: 'Idempotency-Key',
  ifMatch: 'If-Match',
  ifNoneMatch: 'If-None-Match',
  etag: 'ETag',
  linkService: 'Link-Service',
  requestId: 'X-Request-Id',
} as const

/** Our service's extensions of the specification, in the order in which `Link-Service` announces them (specification 4.4). */
export const serviceExtensions = [
  'visits',
  'lookup', // of many links
  'created', // when a link was created, in lookups that ask for it
  'enroll', // exchanges invitations for keys
  'changes', // of links, and their history
  'rules', // of a project
  'paths', // own ones
  'list', // of a project's links
  'invite', // others, by a key
  'image', // of the preview
] as const
export type ServiceExtension = (typeof serviceExtensions)[number]

/** Returns the value of `Link-Service`: the product, then its extensions, such as `linkwright/1.0.0; visits; lookup; created`. */
export function formatAnnouncement(product: string, extensions: readonly ServiceExtension[]): string {
  return [product, ...extensions].join('; ')
}

/** Parses the value of `Link-Service`. */
export function parseAnnouncement(header: string | undefined): {
  product: string
  extensions: readonly string[]
} {
  const [product = '', ...extensions] = (header ?? '').split(';').map((part) => part.trim())
  return { product, extensions }
}

/** Path prefix that contains the version (specification 1 and 9). */
export const apiPrefix = '/api/v1/sdk'

/** The environments of a link. Each profile can map them to its own header values (specification 5). */
export const environments = ['production', 'development'] as const
export type Environment = (typeof environments)[number]

/** Parses the name of an environment; `null` if invalid. */
export function parseEnvironment(name: string | undefined): Environment | null {
  return environments.find((environment) => environment === name) ?? null
}

/** Returns the other environment. */
export function otherEnvironment(environment: Environment): Environment {
  return environment === 'production' ? 'development' : 'production'
}
