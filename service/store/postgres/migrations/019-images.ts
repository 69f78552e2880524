/**
 * The preview image of a link, and what a project chose for its visitors (JSON, see `domainTexts`): pages of its own host, and
 * whether pages show images. `NULL` is the default.
 */
export const sql = [
  'ALTER TABLE links ADD COLUMN IF NOT EXISTS image TEXT',
  'ALTER TABLE projects ADD COLUMN IF NOT EXISTS link_pages TEXT',
]
