/** Limits of a single project, and its number of links on the latest counted day. */
export const sql = ['rate_per_minute', 'links_per_day', 'terms_set_at', 'counted_day', 'counted_links'].map(
  (name) => `ALTER TABLE projects ADD COLUMN IF NOT EXISTS ${name} BIGINT`,
)
