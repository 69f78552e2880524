/**
 * Local data of links, and removed links until they can't be restored any more. Derived data is in another file and
 * catches up from `touched` (`index/openIndex.ts`).
 */
export const sql = `
ALTER TABLE links ADD COLUMN added INTEGER NOT NULL DEFAULT 0;
ALTER TABLE links ADD COLUMN starred INTEGER NOT NULL DEFAULT 0;
ALTER TABLE links ADD COLUMN archived INTEGER NOT NULL DEFAULT 0;
ALTER TABLE links ADD COLUMN note TEXT;
ALTER TABLE links ADD COLUMN tag_changes TEXT;
CREATE TABLE removed_links (
  id TEXT PRIMARY KEY, entry TEXT NOT NULL, undo TEXT NOT NULL, removed_at TEXT NOT NULL
) STRICT;
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE touched (number INTEGER PRIMARY KEY AUTOINCREMENT, link TEXT NOT NULL) STRICT;
`
