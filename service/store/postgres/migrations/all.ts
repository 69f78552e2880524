import { sql as links } from './001-links.ts'
import { sql as visits } from './002-visits.ts'
import { sql as projectTerms } from './003-project-terms.ts'
import { sql as acts } from './004-acts.ts'
import { sql as linkOrigins } from './005-link-origins.ts'
import { sql as deletions } from './006-deletions.ts'
import type { Step } from './step.ts'

/**
 * Migrations in order; the position is the schema version. A released migration never changes. Every
 * statement is repeatable (`IF NOT EXISTS` and the like) and compatible with the previous version's
 * processes. Two processes may run one at the same time, or one may die halfway, and distributed engines have
 * no transactions for schema changes.
 */
export const migrations: readonly Step[] = [links, visits, projectTerms, acts, linkOrigins, deletions]
