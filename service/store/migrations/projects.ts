import { addColumns, refusal, refuseChanges, type Migration } from './migration.ts'

/**
 * The audit log. Its triggers apply to every program that opens the database; in SQLite, `REPLACE` would delete without
 * firing them. If an engine has no triggers, use privileges instead: no role needs `UPDATE` on this table.
 */
export const auditLog: Migration = [
  `CREATE TABLE operator_acts (
    id   INTEGER PRIMARY KEY NOT NULL,
    at   INTEGER NOT NULL,
    who  TEXT NOT NULL,
    sudo TEXT,
    host TEXT NOT NULL,
    act  TEXT NOT NULL,
    what TEXT NOT NULL
  ) STRICT`,
  {
    sqlite: `CREATE TRIGGER operator_acts_never_change BEFORE UPDATE ON operator_acts
      BEGIN SELECT RAISE(ABORT, 'operator_acts is only added to'); END`,
  },
  {
    sqlite: `CREATE TRIGGER operator_acts_never_go BEFORE DELETE ON operator_acts
      BEGIN SELECT RAISE(ABORT, 'operator_acts is only added to'); END`,
  },
  {
    sqlite: `CREATE TRIGGER operator_acts_are_never_replaced BEFORE INSERT ON operator_acts
      WHEN EXISTS (SELECT 1 FROM operator_acts WHERE id = NEW.id)
      BEGIN SELECT RAISE(IGNORE); END`,
  },
  { whereSupported: [refusal('operator_acts'), ...refuseChanges('operator_acts')] },
]

const scope = "CHECK (scope IN ('full', 'create-only', 'read-only'))"
const environment = "environment TEXT CHECK (environment IN ('production', 'development'))"

/**
 * Each key's name, environment (`NULL` for both), scope and last use, and the name of the key that created a link.
 * Older keys have full scope.
 */
export const namedKeys: Migration = [
  ...addColumns(
    'project_keys',
    ...["name TEXT NOT NULL DEFAULT 'default'", environment],
    ...[`scope TEXT NOT NULL DEFAULT 'full' ${scope}`, 'last_used_at INTEGER'],
  ),
  ...addColumns('links', 'key_name TEXT'),
]

/** Invitations. The unique index on `invitation` ensures that each provides only one key. */
export const invitations: Migration = [
  `CREATE TABLE key_invitations (
    hash        TEXT PRIMARY KEY NOT NULL,
    project_id  TEXT NOT NULL REFERENCES projects (id),
    name        TEXT NOT NULL,
    ${environment},
    scope       TEXT NOT NULL ${scope},
    created_at  INTEGER NOT NULL,
    expires_at  INTEGER NOT NULL
  ) STRICT`,
  ...addColumns('project_keys', 'invitation TEXT'),
  `CREATE UNIQUE INDEX project_keys_by_invitation ON project_keys (invitation)
    WHERE invitation IS NOT NULL`,
]

const permission = (name: string) => `${name} FLAG NOT NULL DEFAULT 0 CHECK (${name} IN (0, 1))`

/** Whether a key may list links, which a full one always may, and invite others. */
export const keyPermissions: Migration = [
  ...addColumns('project_keys', permission('may_list'), permission('may_invite')),
  ...addColumns('key_invitations', permission('may_list'), 'invited_by TEXT'),
]

/** The rules of a project. Removed ones keep their row, so that a copy can tell which side is newer. */
export const projectRules: Migration = [
  `CREATE TABLE project_rules (
    project_id TEXT PRIMARY KEY,
    content    TEXT,
    set_at     INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
]
