/** Link origins: a project's origin for new links, all origins it ever had, and the origin of each link. */
export const sql = [
  'ALTER TABLE projects ADD COLUMN IF NOT EXISTS link_origin TEXT',
  'ALTER TABLE projects ADD COLUMN IF NOT EXISTS link_origins TEXT',
  'ALTER TABLE links ADD COLUMN IF NOT EXISTS origin TEXT',
]
