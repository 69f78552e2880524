import type { Changer } from '../links/change.ts'
import type { Creator } from '../links/create.ts'
import type { LinkHosts } from '../links/linkHosts.ts'
import type { VisitRetentionSetting } from '../settings/visits.ts'
import type { Store } from '../store/store.ts'
import type { GuardParts } from './headerGuard.ts'

/** What the operations of the API work with. */
export interface ApiParts extends GuardParts {
  store: Store
  creator: Creator
  changer: Changer
  hosts: LinkHosts
  /** How long visits are kept; `null` if they aren't counted. */
  retention: VisitRetentionSetting | null
}
