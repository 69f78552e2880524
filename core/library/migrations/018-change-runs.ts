/**
 * Runs that change links. A row with a change always has the state of its change. `fields` has the old and new values,
 * and `version` the link version that the change is based on.
 */
export const sql = `
ALTER TABLE runs ADD COLUMN change TEXT;
ALTER TABLE run_rows ADD COLUMN target TEXT;
ALTER TABLE run_rows ADD COLUMN version TEXT;
ALTER TABLE run_rows ADD COLUMN fields TEXT;
ALTER TABLE run_rows ADD COLUMN change_id TEXT;
CREATE INDEX run_rows_by_change ON run_rows (change_id) WHERE change_id IS NOT NULL;
ALTER TABLE link_changes ADD COLUMN run TEXT;
CREATE INDEX link_changes_by_run ON link_changes (run, state) WHERE run IS NOT NULL;
CREATE TRIGGER run_rows_follow_change AFTER UPDATE OF state, problem ON link_changes WHEN NEW.run IS NOT NULL BEGIN
  UPDATE run_rows SET problem = NEW.problem,
    state = CASE NEW.state WHEN 'applied' THEN 'created' WHEN 'refused' THEN 'failed' WHEN 'conflict' THEN 'failed'
      ELSE NEW.state END
  WHERE change_id = NEW.id;
END;
`
