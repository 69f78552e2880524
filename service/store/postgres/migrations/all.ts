import { sql as links } from './001-links.ts'
import { sql as visits } from './002-visits.ts'
import { sql as projectTerms } from './003-project-terms.ts'
import { sql as acts } from './004-acts.ts'
import { sql as linkOrigins } from './005-link-origins.ts'
import { sql as deletions } from './006-deletions.ts'
import type { Step } from './step.ts'

/**
 * In order; the position is the schema version. What has been released is never changed, only followed by another.
 *
 * Every statement can be repeated (`IF NOT EXISTS` and the like) and leaves a process of the version before it working:
 * two processes may run a migration at once, or one may die in the middle, and distributed engines have no transaction
 * around changes of the schema.
 */
export const migrations: readonly Step[] = [links, visits, projectTerms, acts, linkOrigins, deletions]
