/** Local changes for undo: each change, and the previous values per link. */
export const sql = `
CREATE TABLE local_changes (
  id TEXT PRIMARY KEY, made_at TEXT NOT NULL, change TEXT, links INTEGER NOT NULL, undone_at TEXT
) STRICT;
CREATE INDEX local_changes_by_age ON local_changes (made_at DESC);
CREATE TABLE local_change_links (
  change TEXT NOT NULL, link TEXT NOT NULL, before TEXT NOT NULL, PRIMARY KEY (change, link)
) STRICT, WITHOUT ROWID;
`
