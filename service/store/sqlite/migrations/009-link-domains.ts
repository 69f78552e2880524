/** Link domains and apps of a project by environment, each the text of a JSON object. */
export const sql = `
ALTER TABLE projects ADD COLUMN link_domains TEXT;
ALTER TABLE projects ADD COLUMN link_apps TEXT;
`
