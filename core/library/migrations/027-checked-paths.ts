/** The own path of a row of a run, by which equal ones are found, and what the service said about it. */
export const sql = `
ALTER TABLE run_rows ADD COLUMN own_path TEXT;
ALTER TABLE run_rows ADD COLUMN path_check TEXT;
CREATE INDEX run_rows_by_own_path ON run_rows (run, own_path, number) WHERE own_path IS NOT NULL;
CREATE INDEX run_rows_unchecked ON run_rows (run, number)
  WHERE own_path IS NOT NULL AND path_check IS NULL AND state = 'ready';
-- Another service, or the other environment, has other paths.
CREATE TRIGGER run_rows_forget_checks AFTER UPDATE OF profile_id, environment ON runs
  WHEN OLD.profile_id <> NEW.profile_id OR OLD.environment <> NEW.environment BEGIN
  UPDATE run_rows SET path_check = NULL WHERE run = NEW.id AND path_check IS NOT NULL;
END;
`
