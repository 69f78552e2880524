/** Invitations. The unique index on `invitation` ensures that each provides only one key. */
export const sql = `
CREATE TABLE key_invitations (
  hash        TEXT PRIMARY KEY NOT NULL,
  project_id  TEXT NOT NULL REFERENCES projects (id),
  name        TEXT NOT NULL,
  environment TEXT CHECK (environment IN ('production', 'development')),
  scope       TEXT NOT NULL CHECK (scope IN ('full', 'create-only', 'read-only')),
  created_at  INTEGER NOT NULL,
  expires_at  INTEGER NOT NULL
) STRICT;
ALTER TABLE project_keys ADD COLUMN invitation TEXT;
CREATE UNIQUE INDEX project_keys_by_invitation ON project_keys (invitation) WHERE invitation IS NOT NULL;
`
