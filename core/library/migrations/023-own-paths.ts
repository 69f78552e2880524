/** Whether a service announced that a link's path can be chosen. */
export const sql = `
ALTER TABLE services ADD COLUMN paths INTEGER NOT NULL DEFAULT 0;
`
