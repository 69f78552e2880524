/**
 * The columns of a run's rows in the words of the app: errors, warnings, and the notes of reading the table. So are the properties of the
 * notes.
 */
export const sql = `
ALTER TABLE run_rows RENAME COLUMN faults TO errors;
ALTER TABLE run_rows RENAME COLUMN remarks TO warnings;
ALTER TABLE run_rows RENAME COLUMN noted TO read_notes;
UPDATE run_rows SET read_notes = json_patch(
  json_remove(read_notes, '$.faults', '$.remarks', '$.ruled'),
  json_object('errors', json_extract(read_notes, '$.faults'), 'warnings', json_extract(read_notes, '$.remarks'), 'changedByRules', json_extract(read_notes, '$.ruled'))
) WHERE json_valid(read_notes);
`
