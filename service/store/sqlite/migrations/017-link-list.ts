/** The place of a link in the list of its project, see `linkList.ts`. Earlier links come first, by id. */
export const sql = `
ALTER TABLE links ADD COLUMN stamp INTEGER NOT NULL DEFAULT 0;
CREATE INDEX links_by_stamp ON links (project_id, environment, stamp, id);
`
