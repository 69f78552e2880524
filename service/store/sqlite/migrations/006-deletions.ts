/** When a project was deleted. Its links stay as paths without anything else, so that none is ever given again. */
export const sql = 'ALTER TABLE projects ADD COLUMN deleted_at INTEGER'
