/** The tracking rules of profiles. */
export const sql = `
CREATE TABLE tracking_rules (profile_id TEXT PRIMARY KEY, rules TEXT NOT NULL) STRICT;
`
