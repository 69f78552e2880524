/**
 * Links of the whole project, from the list of their service: the names of the keys that created and last changed a link, and the
 * number of the reading in which the list last had it (0 for never); how far each list was read; and listed links that
 * were removed from the library, which don't come back.
 */
export const sql = `
ALTER TABLE links ADD COLUMN author TEXT;
ALTER TABLE links ADD COLUMN changed_by TEXT;
ALTER TABLE links ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;
CREATE INDEX links_by_address ON links (link) WHERE link IS NOT NULL;
CREATE TABLE team_lists (
  profile_id TEXT NOT NULL, environment TEXT NOT NULL, base_url TEXT NOT NULL, sent_with TEXT, cursor TEXT,
  reading INTEGER NOT NULL, complete INTEGER NOT NULL, read_at TEXT, PRIMARY KEY (profile_id, environment)
) STRICT, WITHOUT ROWID;
CREATE TABLE unlisted_links (
  profile_id TEXT NOT NULL, environment TEXT NOT NULL, path TEXT NOT NULL, PRIMARY KEY (profile_id, environment, path)
) STRICT, WITHOUT ROWID;
`
