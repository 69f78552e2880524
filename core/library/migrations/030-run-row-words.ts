/** SQL for the notes of a column, whose JSON must be valid, with the properties in the words of the app. */
export const renameNotes = (column: string) => `json_patch(
  json_remove(${column}, '$.faults', '$.remarks', '$.ruled'),
  json_object('errors', json_extract(${column}, '$.faults'), 'warnings', json_extract(${column}, '$.remarks'), 'changedByRules', json_extract(${column}, '$.ruled'))
)`

/**
 * The columns of a run's rows in the words of the app: errors, warnings, and the notes of reading the table. So are the properties of the
 * notes.
 */
export const sql = `
ALTER TABLE run_rows RENAME COLUMN faults TO errors;
ALTER TABLE run_rows RENAME COLUMN remarks TO warnings;
ALTER TABLE run_rows RENAME COLUMN noted TO read_notes;
UPDATE run_rows SET read_notes = ${renameNotes('read_notes')} WHERE json_valid(read_notes);
`
