/** A hash of the key and environment that sent a create, because it must not be repeated with others. */
export const sql = `
ALTER TABLE links ADD COLUMN sent_with TEXT;
`
