import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Changer } from '../links/change.ts'
import type { Creator } from '../links/create.ts'
import type { LinkHosts } from '../links/linkHosts.ts'
import type { VisitRetentionSetting } from '../settings/visits.ts'
import type { Store } from '../store/store.ts'
import type { GuardParts } from './headerGuard.ts'

/** Where operations are added. The types of a request follow from its zod schemas. */
export type Api = ReturnType<typeof withZodTypes>

export const withZodTypes = (app: FastifyInstance) => app.withTypeProvider<ZodTypeProvider>()

/** What the operations of the API work with. */
export interface ApiParts extends GuardParts {
  store: Store
  creator: Creator
  changer: Changer
  hosts: LinkHosts
  /** How long visits are kept; `null` if they aren't counted. */
  retention: VisitRetentionSetting | null
}
