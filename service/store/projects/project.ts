import type { Environment } from '../../../contract/service/api/headers.ts'
import type { KeyScope } from '../../../contract/service/keys/keyScope.ts'
import type { ProjectTerms } from './projectTerms.ts'

/** A customer's links and keys. */
export interface Project {
  id: string
  name: string
  /** A disabled project's keys are refused; its links keep working. */
  active: boolean
  createdAt: number
  terms: ProjectTerms
  /** When it was deleted; `null` if it exists. The remaining record answers later questions about the project. */
  deletedAt: number | null
  /** Whether its keys may not change links. */
  changesOff: boolean
}

/** A project key by its hash; the key itself is never stored. */
export interface ProjectKey {
  hash: string
  project: string
  createdAt: number
  /** When the key stops working; `null` if it doesn't expire. */
  expiresAt: number | null
  /** Unique among the project's working keys, except for older keys of the same name that are being replaced. */
  name: string
  /** The only environment in which it works; `null` for both. */
  environment: Environment | null
  scope: KeyScope
  /** To about a minute; `null` if it was never used. */
  lastUsedAt: number | null
  /** Whether it may list links, which one of full scope always may. */
  mayList: boolean
  /** Whether it may invite others. */
  mayInvite: boolean
}

/** What the operator allows a key besides its scope. */
export type KeyPermissions = Pick<ProjectKey, 'mayList' | 'mayInvite'>

/** A key, and what a request needs to know about its project. */
export interface KeyInUse extends ProjectKey {
  projectActive: boolean
  changesOff: boolean
  terms: ProjectTerms
}
