/** Where the links of a project are opened: the origin of new ones, all that it ever had, and of each link its own. */
export const sql = [
  'ALTER TABLE projects ADD COLUMN IF NOT EXISTS link_origin TEXT',
  'ALTER TABLE projects ADD COLUMN IF NOT EXISTS link_origins TEXT',
  'ALTER TABLE links ADD COLUMN IF NOT EXISTS origin TEXT',
]
