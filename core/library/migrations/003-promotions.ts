/** The link that a link was promoted from. */
export const sql = `
ALTER TABLE links ADD COLUMN promoted_from TEXT;
CREATE INDEX links_by_origin ON links (promoted_from) WHERE promoted_from IS NOT NULL;
`
