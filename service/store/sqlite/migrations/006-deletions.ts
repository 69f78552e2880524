/** When a project was deleted. Its links keep only their paths, so that no path is reused. */
export const sql = 'ALTER TABLE projects ADD COLUMN deleted_at INTEGER'
