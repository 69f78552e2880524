/** Whether a service counts visits. */
export const sql = `
ALTER TABLE services ADD COLUMN visits INTEGER NOT NULL DEFAULT 0;
`
