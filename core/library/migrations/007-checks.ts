/** Check results, and the queue of links to check. A removed link keeps its checks as long as it can be restored. */
export const sql = `
ALTER TABLE links ADD COLUMN last_check TEXT;
CREATE TABLE checks (
  link TEXT NOT NULL, first_at TEXT NOT NULL, last_at TEXT NOT NULL, times INTEGER NOT NULL,
  outcome TEXT NOT NULL, changes TEXT NOT NULL, PRIMARY KEY (link, first_at)
) STRICT;
CREATE TABLE checks_left (
  number INTEGER PRIMARY KEY AUTOINCREMENT, link TEXT NOT NULL UNIQUE, profile_id TEXT NOT NULL
) STRICT;
CREATE INDEX checks_left_by_profile ON checks_left (profile_id, number);
`
