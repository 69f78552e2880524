/** The daily limit of changes of a project, and its number of changes on the latest counted day. */
export const sql = `
ALTER TABLE projects ADD COLUMN changes_per_day INTEGER;
ALTER TABLE projects ADD COLUMN changes_day INTEGER;
ALTER TABLE projects ADD COLUMN counted_changes INTEGER;
`
