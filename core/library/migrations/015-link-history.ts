/** For the history of one link. */
export const sql = `
CREATE INDEX local_change_links_by_link ON local_change_links (link);
`
