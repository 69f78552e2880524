/** The visits that a service reported: the total, when it was read, and the last day with visits (UTC). */
export const sql = `
ALTER TABLE links ADD COLUMN visits INTEGER;
ALTER TABLE links ADD COLUMN visits_at TEXT;
ALTER TABLE links ADD COLUMN last_visit TEXT;
`
