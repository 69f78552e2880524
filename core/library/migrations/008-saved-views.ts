/** Saved views. */
export const sql = `
CREATE TABLE saved_views (id TEXT PRIMARY KEY, name TEXT NOT NULL, query TEXT NOT NULL) STRICT;
`
