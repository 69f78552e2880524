/** The daily limit of changes of a project, and its number of changes on the latest counted day. */
export const sql = ['changes_per_day', 'changes_day', 'counted_changes'].map(
  (name) => `ALTER TABLE projects ADD COLUMN IF NOT EXISTS ${name} BIGINT`,
)
