/** The hash of the sender of a change. From here on, it includes the address, also for creates. */
export const sql = `
ALTER TABLE link_changes ADD COLUMN sent_with TEXT;
`
