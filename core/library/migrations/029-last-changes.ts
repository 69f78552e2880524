/** The last change of each link that its service says who made, for the list of recent changes. */
export const sql = `
CREATE INDEX links_by_last_change ON links (json_extract(answer, '$.link.updated_at')) WHERE changed_by IS NOT NULL AND json_valid(answer);
`
