/**
 * Each key's name, environment (`NULL` for both), scope and last use, and the name of the key that created a link.
 * Older keys have full scope.
 */
export const sql = [
  "ALTER TABLE project_keys ADD COLUMN IF NOT EXISTS name TEXT NOT NULL DEFAULT 'default'",
  `ALTER TABLE project_keys ADD COLUMN IF NOT EXISTS environment TEXT CHECK (environment IN ('production', 'development'))`,
  `ALTER TABLE project_keys ADD COLUMN IF NOT EXISTS scope TEXT NOT NULL DEFAULT 'full'
    CHECK (scope IN ('full', 'create-only', 'read-only'))`,
  'ALTER TABLE project_keys ADD COLUMN IF NOT EXISTS last_used_at BIGINT',
  'ALTER TABLE links ADD COLUMN IF NOT EXISTS key_name TEXT',
]
