/** Adds a state for rows whose link is already in the library. In SQLite, changing a CHECK requires a new table. */
export const sql = `
DROP TRIGGER run_rows_follow;
ALTER TABLE run_rows RENAME TO run_rows_before;
CREATE TABLE run_rows (
  run TEXT NOT NULL, number INTEGER NOT NULL, cells TEXT NOT NULL, request TEXT,
  state TEXT NOT NULL
    CHECK (state IN ('ready', 'faulty', 'skipped', 'existing', 'pending', 'created', 'failed', 'unknown')),
  faults TEXT NOT NULL DEFAULT '[]', remarks TEXT NOT NULL DEFAULT '[]', noted TEXT,
  link_id TEXT, link TEXT, problem TEXT, PRIMARY KEY (run, number)
) STRICT;
INSERT INTO run_rows (run, number, cells, request, state, faults, remarks, noted, link_id, link, problem)
  SELECT run, number, cells, request, state, faults, remarks, noted, link_id, link, problem FROM run_rows_before;
DROP TABLE run_rows_before;
CREATE INDEX run_rows_by_state ON run_rows (run, state, number);
CREATE INDEX run_rows_remarked ON run_rows (run, number) WHERE remarks <> '[]';
CREATE INDEX run_rows_by_link ON run_rows (link_id) WHERE link_id IS NOT NULL;
CREATE TRIGGER run_rows_follow AFTER UPDATE OF state, link, problem ON links WHEN NEW.run IS NOT NULL BEGIN
  UPDATE run_rows SET state = NEW.state, link = NEW.link, problem = NEW.problem WHERE link_id = NEW.id;
END;
ALTER TABLE runs ADD COLUMN create_existing INTEGER NOT NULL DEFAULT 0;
`
