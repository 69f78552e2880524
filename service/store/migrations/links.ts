import { addColumns, refusal, refuseChanges, type Migration } from './migration.ts'

const createLinks = (identity: string) => `CREATE TABLE links (
  ${identity},
  project_id        TEXT NOT NULL,
  environment       TEXT NOT NULL CHECK (environment IN ('production', 'development')),
  active            FLAG NOT NULL CHECK (active IN (0, 1)),
  created_at        INTEGER NOT NULL,
  updated_at        INTEGER NOT NULL,
  title             TEXT NOT NULL,
  subtitle          TEXT NOT NULL,
  data              TEXT NOT NULL,
  tags              TEXT NOT NULL,
  ios_url           TEXT,
  ios_open_app      FLAG,
  android_url       TEXT,
  android_open_app  FLAG,
  desktop_url       TEXT,
  preview_ios       FLAG NOT NULL,
  preview_android   FLAG NOT NULL,
  tracking_campaign TEXT,
  tracking_source   TEXT,
  tracking_medium   TEXT,
  idempotency_key   TEXT,
  request_hash      TEXT
) STRICT`

/**
 * Times are milliseconds since 1970, UTC. `data` and `tags` are JSON texts that must not be rewritten. PostgreSQL's primary
 * key is the path, which reads use: a distributed database then answers from a single node.
 */
export const links: Migration = [
  `CREATE TABLE projects (
    id         TEXT PRIMARY KEY NOT NULL,
    name       TEXT NOT NULL,
    active     FLAG NOT NULL CHECK (active IN (0, 1)),
    created_at INTEGER NOT NULL
  ) STRICT`,
  `CREATE TABLE project_keys (
    hash       TEXT PRIMARY KEY NOT NULL,
    project_id TEXT NOT NULL REFERENCES projects (id),
    created_at INTEGER NOT NULL,
    expires_at INTEGER
  ) STRICT`,
  'CREATE INDEX project_keys_by_project ON project_keys (project_id)',
  { sqlite: createLinks('id INTEGER PRIMARY KEY NOT NULL, path TEXT NOT NULL UNIQUE') },
  { postgres: createLinks('path TEXT PRIMARY KEY NOT NULL, id INTEGER NOT NULL UNIQUE') },
  `CREATE UNIQUE INDEX links_by_idempotency_key ON links (project_id, environment, idempotency_key)
    WHERE idempotency_key IS NOT NULL`,
]

const isProjectDeleted =
  'EXISTS (SELECT 1 FROM projects WHERE id = OLD.project_id AND deleted_at IS NOT NULL)'
const isErased = 'EXISTS (SELECT 1 FROM links WHERE id = OLD.link_id AND erased_at IS NOT NULL)'
/** PostgreSQL's rule: entries can be deleted only under this condition. */
const refuseUnless = (condition: string) =>
  refusal('link_changes', `IF TG_OP = 'DELETE' THEN IF ${condition} THEN RETURN OLD; END IF; END IF;`)

/**
 * The end of a link's active time, whether a project forbids changes, and the history of links. An entry never changes,
 * and is deleted only with its project. In SQLite, `REPLACE` would delete without firing the triggers.
 */
export const linkChanges: Migration = [
  ...addColumns('links', 'active_until INTEGER'),
  ...addColumns('projects', 'changes_off FLAG NOT NULL DEFAULT 0 CHECK (changes_off IN (0, 1))'),
  `CREATE TABLE link_changes (
    link_id         INTEGER NOT NULL,
    at              INTEGER NOT NULL,
    project_id      TEXT NOT NULL,
    environment     TEXT NOT NULL CHECK (environment IN ('production', 'development')),
    key_name        TEXT,
    fields          TEXT NOT NULL,
    idempotency_key TEXT,
    request_hash    TEXT,
    PRIMARY KEY (link_id, at)
  ) STRICT`,
  `CREATE INDEX link_changes_by_idempotency_key ON link_changes (project_id, environment, idempotency_key, at)
    WHERE idempotency_key IS NOT NULL`,
  {
    sqlite: `CREATE TRIGGER link_changes_never_change BEFORE UPDATE ON link_changes
      BEGIN SELECT RAISE(ABORT, 'link_changes is only added to'); END`,
  },
  {
    sqlite: `CREATE TRIGGER link_changes_go_with_their_project BEFORE DELETE ON link_changes
      WHEN NOT ${isProjectDeleted}
      BEGIN SELECT RAISE(ABORT, 'link_changes is only added to'); END`,
  },
  {
    sqlite: `CREATE TRIGGER link_changes_are_never_replaced BEFORE INSERT ON link_changes
      WHEN EXISTS (SELECT 1 FROM link_changes WHERE link_id = NEW.link_id AND at = NEW.at)
      BEGIN SELECT RAISE(IGNORE); END`,
  },
  { whereSupported: [refuseUnless(isProjectDeleted), ...refuseChanges('link_changes')] },
]

/** When the content of a link was erased on request. Its history can then be deleted, as that of a deleted project. */
export const erasedLinks: Migration = [
  ...addColumns('links', 'erased_at INTEGER'),
  { sqlite: 'DROP TRIGGER link_changes_go_with_their_project' },
  {
    sqlite: `CREATE TRIGGER link_changes_go_with_their_project_or_link BEFORE DELETE ON link_changes
      WHEN NOT ${isProjectDeleted}
        AND NOT ${isErased}
      BEGIN SELECT RAISE(ABORT, 'link_changes is only added to'); END`,
  },
  { whereSupported: [refuseUnless(`${isProjectDeleted} OR ${isErased}`)] },
]

/**
 * Own paths of links, as spelled. Their `path` in `links` is the host and the folded path, so that it is unique for its host.
 * The table makes it unique for its project and environment, without an index over all links. `listed_as` is
 * the path as spelled if a pattern of an association file could match it.
 */
export const ownPaths: Migration = [
  ...addColumns('links', 'own_path TEXT'),
  `CREATE TABLE own_paths (
    project_id  TEXT NOT NULL,
    environment TEXT NOT NULL CHECK (environment IN ('production', 'development')),
    folded      TEXT NOT NULL,
    link_path   TEXT NOT NULL,
    listed_as   TEXT,
    PRIMARY KEY (project_id, environment, folded)
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX own_paths_listed ON own_paths (project_id, environment, listed_as)
    WHERE listed_as IS NOT NULL`,
]
