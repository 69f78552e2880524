/** The own path of a row of a run, by which equal ones are found, and what the service said about it. */
export const sql = `
ALTER TABLE run_rows ADD COLUMN own_path TEXT;
ALTER TABLE run_rows ADD COLUMN path_check TEXT;
CREATE INDEX run_rows_by_own_path ON run_rows (run, own_path, number) WHERE own_path IS NOT NULL;
CREATE INDEX run_rows_unchecked ON run_rows (run, number)
  WHERE own_path IS NOT NULL AND path_check IS NULL AND state = 'ready';
`
