/** What holds for one project alone, and how many links it has made on the latest day on which they were counted. */
export const sql = `
ALTER TABLE projects ADD COLUMN rate_per_minute INTEGER;
ALTER TABLE projects ADD COLUMN links_per_day INTEGER;
ALTER TABLE projects ADD COLUMN terms_set_at INTEGER;
ALTER TABLE projects ADD COLUMN counted_day INTEGER;
ALTER TABLE projects ADD COLUMN counted_links INTEGER;
`
