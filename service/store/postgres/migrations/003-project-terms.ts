/** What holds for one project alone, and how many links it has made on the latest day on which they were counted. */
export const sql = ['rate_per_minute', 'links_per_day', 'terms_set_at', 'counted_day', 'counted_links'].map(
  (name) => `ALTER TABLE projects ADD COLUMN IF NOT EXISTS ${name} BIGINT`,
)
