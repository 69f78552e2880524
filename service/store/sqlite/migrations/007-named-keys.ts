/**
 * Each key's name, environment (`NULL` for both), scope and last use, and the name of the key that created a link.
 * Older keys have full scope.
 */
export const sql = `
ALTER TABLE project_keys ADD COLUMN name TEXT NOT NULL DEFAULT 'default';
ALTER TABLE project_keys ADD COLUMN environment TEXT CHECK (environment IN ('production', 'development'));
ALTER TABLE project_keys ADD COLUMN scope TEXT NOT NULL DEFAULT 'full' CHECK (scope IN ('full', 'create-only', 'read-only'));
ALTER TABLE project_keys ADD COLUMN last_used_at INTEGER;
ALTER TABLE links ADD COLUMN key_name TEXT;
`
