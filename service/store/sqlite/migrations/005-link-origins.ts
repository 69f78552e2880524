/** Link origins: a project's origin for new links, all origins it ever had, and the origin of each link. */
export const sql = `
ALTER TABLE projects ADD COLUMN link_origin TEXT;
ALTER TABLE projects ADD COLUMN link_origins TEXT;
ALTER TABLE links ADD COLUMN origin TEXT;
`
