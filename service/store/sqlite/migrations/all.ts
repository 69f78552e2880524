import { sql as links } from './001-links.ts'
import { sql as visits } from './002-visits.ts'
import { sql as projectTerms } from './003-project-terms.ts'
import { sql as acts } from './004-acts.ts'
import { sql as linkOrigins } from './005-link-origins.ts'
import { sql as deletions } from './006-deletions.ts'
import { sql as namedKeys } from './007-named-keys.ts'
import { sql as invitations } from './008-invitations.ts'
import { sql as linkDomains } from './009-link-domains.ts'
import { sql as linkChanges } from './010-link-changes.ts'
import { sql as projectRules } from './011-project-rules.ts'
import { sql as dailyChanges } from './012-daily-changes.ts'
import { sql as erasedLinks } from './013-erased-links.ts'
import { sql as botKinds } from './014-bot-kinds.ts'
import { sql as passedQueries } from './015-passed-queries.ts'
import { sql as ownPaths } from './016-own-paths.ts'
import { sql as linkList } from './017-link-list.ts'
import { sql as keyPermissions } from './018-key-permissions.ts'
import { sql as images } from './019-images.ts'

/** Migrations in order; the position is the schema version. A released migration never changes. */
export const migrations: readonly string[] = [
  links,
  visits,
  projectTerms,
  acts,
  linkOrigins,
  deletions,
  namedKeys,
  invitations,
  linkDomains,
  linkChanges,
  projectRules,
  dailyChanges,
  erasedLinks,
  botKinds,
  passedQueries,
  ownPaths,
  linkList,
  keyPermissions,
  images,
]
