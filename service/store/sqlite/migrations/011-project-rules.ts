/** The rules of a project. Removed ones keep their row, so that a copy can tell which side is newer. */
export const sql = `
CREATE TABLE project_rules (
  project_id TEXT PRIMARY KEY,
  content    TEXT,
  set_at     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`
