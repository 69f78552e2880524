/** Invitations. The unique index on `invitation` ensures that each provides only one key. */
export const sql = [
  `CREATE TABLE IF NOT EXISTS key_invitations (
    hash        TEXT PRIMARY KEY,
    project_id  TEXT NOT NULL REFERENCES projects (id),
    name        TEXT NOT NULL,
    environment TEXT CHECK (environment IN ('production', 'development')),
    scope       TEXT NOT NULL CHECK (scope IN ('full', 'create-only', 'read-only')),
    created_at  BIGINT NOT NULL,
    expires_at  BIGINT NOT NULL
  )`,
  'ALTER TABLE project_keys ADD COLUMN IF NOT EXISTS invitation TEXT',
  `CREATE UNIQUE INDEX IF NOT EXISTS project_keys_by_invitation ON project_keys (invitation)
    WHERE invitation IS NOT NULL`,
]
