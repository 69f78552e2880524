/** Whether a service announced that links can have preview images. */
export const sql = `
ALTER TABLE services ADD COLUMN images INTEGER NOT NULL DEFAULT 0;
`
