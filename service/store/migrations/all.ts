import { clock } from '../postgres/server/clock.ts'
import { erasedLinks, linkChanges, links, ownPaths } from './links.ts'
import { addColumns, forPostgres, forSqlite, type Migration } from './migration.ts'
import { auditLog, invitations, keyPermissions, namedKeys, projectRules } from './projects.ts'
import { visits } from './visits.ts'

/** Limits of a single project, and its number of links on the latest counted day. */
const limits = ['rate_per_minute', 'links_per_day', 'terms_set_at', 'counted_day', 'counted_links']
/** The daily limit of changes of a project, and its number of changes on the latest counted day. */
const dailyChanges = ['changes_per_day', 'changes_day', 'counted_changes']
const programKinds = ['preview', 'search', 'ai', 'monitor', 'script', 'other']

/** Migrations in order; the position is the schema version. A released one never changes what it does. */
const migrations: readonly Migration[] = [
  links,
  visits,
  addColumns('projects', ...limits.map((name) => `${name} INTEGER`)),
  auditLog,
  // A project's origin for new links, all origins it ever had, and the origin of each link.
  [...addColumns('projects', 'link_origin TEXT', 'link_origins TEXT'), ...addColumns('links', 'origin TEXT')],
  // When a project was deleted. Its links keep only their paths, so that no path is reused.
  addColumns('projects', 'deleted_at INTEGER'),
  namedKeys,
  invitations,
  // Link domains and apps of a project by environment, each the text of a JSON object.
  addColumns('projects', 'link_domains TEXT', 'link_apps TEXT'),
  linkChanges,
  projectRules,
  addColumns('projects', ...dailyChanges.map((name) => `${name} INTEGER`)),
  erasedLinks,
  // Visits of programs by kind. Those that were counted before, or by an earlier version, have no kind.
  addColumns('visits', ...programKinds.map((kind) => `bots_${kind} INTEGER NOT NULL DEFAULT 0`)),
  // Whether parameters of visitors are passed on: by a link, and by a project. `NULL`: as the project says, and yes.
  [
    ...addColumns('links', 'pass_query FLAG CHECK (pass_query IN (0, 1))'),
    ...addColumns('projects', 'query_off INTEGER'),
  ],
  ownPaths,
  // The place of a link in the list of its project, see `linkList.ts`. Earlier links come first, by id. PostgreSQL's default
  // also applies to the creates of an earlier release that still runs.
  [
    ...addColumns('links', 'stamp INTEGER NOT NULL DEFAULT 0'),
    { postgres: `ALTER TABLE links ALTER COLUMN stamp SET DEFAULT ${clock}` },
    'CREATE INDEX links_by_stamp ON links (project_id, environment, stamp, id)',
  ],
  keyPermissions,
  // The preview image of a link, and what a project chose for its visitors (JSON, see `domainTexts`): pages of its own host,
  // and whether pages show images. `NULL` is the default.
  [...addColumns('links', 'image TEXT'), ...addColumns('projects', 'link_pages TEXT')],
]

export const sqliteMigrations = migrations.map(forSqlite)
export const postgresMigrations = migrations.map(forPostgres)
