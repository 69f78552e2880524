/** Links, drafts, and what services announced. */
export const sql = `
CREATE TABLE links (
  id TEXT PRIMARY KEY,
  state TEXT NOT NULL CHECK (state IN ('pending', 'created', 'failed', 'unknown')),
  profile_id TEXT NOT NULL,
  profile_name TEXT NOT NULL,
  environment TEXT NOT NULL,
  request TEXT,
  link TEXT,
  path TEXT,
  problem TEXT,
  stored TEXT,
  answer TEXT,
  differences TEXT,
  checked_at TEXT,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX links_by_age ON links (created_at DESC, id DESC);
CREATE INDEX links_by_path ON links (path);
CREATE INDEX links_unsettled ON links (state) WHERE state IN ('pending', 'unknown');

CREATE TABLE drafts (id TEXT PRIMARY KEY, form TEXT NOT NULL, saved_at TEXT NOT NULL) STRICT;

CREATE TABLE services (profile_id TEXT PRIMARY KEY, base_url TEXT NOT NULL, idempotent INTEGER NOT NULL) STRICT;
`
