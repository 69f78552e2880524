/** Whether parameters of visitors are passed on: by a link, and by a project. `NULL` is the default: as the project says, and yes. */
export const sql = `
ALTER TABLE links ADD COLUMN pass_query INTEGER CHECK (pass_query IN (0, 1));
ALTER TABLE projects ADD COLUMN query_off INTEGER;
`
