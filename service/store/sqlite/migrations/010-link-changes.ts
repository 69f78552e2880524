/**
 * The end of a link's active time, whether a project forbids changes, and the history of links. An entry never changes,
 * and is deleted only with its project. `REPLACE` would delete without firing the triggers.
 */
export const sql = `
ALTER TABLE links ADD COLUMN active_until INTEGER;
ALTER TABLE projects ADD COLUMN changes_off INTEGER NOT NULL DEFAULT 0 CHECK (changes_off IN (0, 1));
CREATE TABLE link_changes (
  link_id         INTEGER NOT NULL,
  at              INTEGER NOT NULL,
  project_id      TEXT NOT NULL,
  environment     TEXT NOT NULL CHECK (environment IN ('production', 'development')),
  key_name        TEXT,
  fields          TEXT NOT NULL,
  idempotency_key TEXT,
  request_hash    TEXT,
  PRIMARY KEY (link_id, at)
) STRICT;
CREATE INDEX link_changes_by_idempotency_key ON link_changes (project_id, environment, idempotency_key, at)
  WHERE idempotency_key IS NOT NULL;
CREATE TRIGGER link_changes_never_change BEFORE UPDATE ON link_changes
  BEGIN SELECT RAISE(ABORT, 'link_changes is only added to'); END;
CREATE TRIGGER link_changes_go_with_their_project BEFORE DELETE ON link_changes
  WHEN NOT EXISTS (SELECT 1 FROM projects WHERE id = OLD.project_id AND deleted_at IS NOT NULL)
  BEGIN SELECT RAISE(ABORT, 'link_changes is only added to'); END;
CREATE TRIGGER link_changes_are_never_replaced BEFORE INSERT ON link_changes
  WHEN EXISTS (SELECT 1 FROM link_changes WHERE link_id = NEW.link_id AND at = NEW.at)
  BEGIN SELECT RAISE(IGNORE); END;
`
