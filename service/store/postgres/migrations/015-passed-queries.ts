/** Whether parameters of visitors are passed on: by a link, and by a project. `NULL` is the default: as the project says, and yes. */
export const sql = [
  'ALTER TABLE links ADD COLUMN IF NOT EXISTS pass_query BOOLEAN',
  'ALTER TABLE projects ADD COLUMN IF NOT EXISTS query_off BIGINT',
]
