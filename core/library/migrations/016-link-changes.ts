/** Changes to links at their services, each stored before it is sent. */
export const sql = `
ALTER TABLE services ADD COLUMN changes INTEGER NOT NULL DEFAULT 0;
CREATE TABLE link_changes (
  id TEXT PRIMARY KEY, link TEXT NOT NULL, patch TEXT NOT NULL, version TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'applied', 'refused', 'conflict', 'unknown')),
  problem TEXT, back TEXT, after TEXT, differences TEXT, made_at TEXT NOT NULL
) STRICT;
CREATE INDEX link_changes_by_link ON link_changes (link, made_at DESC);
CREATE INDEX link_changes_unsettled ON link_changes (state) WHERE state IN ('pending', 'unknown');
`
