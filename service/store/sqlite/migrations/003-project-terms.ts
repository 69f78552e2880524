/** Limits of a single project, and its number of links on the latest counted day. */
export const sql = `
ALTER TABLE projects ADD COLUMN rate_per_minute INTEGER;
ALTER TABLE projects ADD COLUMN links_per_day INTEGER;
ALTER TABLE projects ADD COLUMN terms_set_at INTEGER;
ALTER TABLE projects ADD COLUMN counted_day INTEGER;
ALTER TABLE projects ADD COLUMN counted_links INTEGER;
`
