/**
 * Runs and their rows. A row with a link always has the state of its link. `noted` contains issues found while reading
 * that the cells don't show.
 */
export const sql = `
CREATE TABLE runs (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, state TEXT NOT NULL,
  profile_id TEXT NOT NULL, profile_name TEXT NOT NULL, environment TEXT NOT NULL,
  source TEXT NOT NULL, header TEXT NOT NULL, mapping TEXT NOT NULL, problem TEXT,
  checked INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL, started_at TEXT, ended_at TEXT, removed_at TEXT
) STRICT;
CREATE INDEX runs_by_age ON runs (created_at DESC, id DESC);
CREATE TABLE run_rows (
  run TEXT NOT NULL, number INTEGER NOT NULL, cells TEXT NOT NULL, request TEXT,
  state TEXT NOT NULL CHECK (state IN ('ready', 'faulty', 'skipped', 'pending', 'created', 'failed', 'unknown')),
  faults TEXT NOT NULL DEFAULT '[]', remarks TEXT NOT NULL DEFAULT '[]', noted TEXT,
  link_id TEXT, link TEXT, problem TEXT, PRIMARY KEY (run, number)
) STRICT;
CREATE INDEX run_rows_by_state ON run_rows (run, state, number);
CREATE INDEX run_rows_remarked ON run_rows (run, number) WHERE remarks <> '[]';
CREATE INDEX run_rows_by_link ON run_rows (link_id) WHERE link_id IS NOT NULL;
ALTER TABLE links ADD COLUMN run TEXT;
CREATE INDEX links_by_run ON links (run) WHERE run IS NOT NULL;
CREATE TRIGGER run_rows_follow AFTER UPDATE OF state, link, problem ON links WHEN NEW.run IS NOT NULL BEGIN
  UPDATE run_rows SET state = NEW.state, link = NEW.link, problem = NEW.problem WHERE link_id = NEW.id;
END;
`
