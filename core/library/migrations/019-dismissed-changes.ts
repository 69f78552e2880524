/** A run's change is kept when the user dismisses it, because its row has the change's state. */
export const sql = `
ALTER TABLE link_changes ADD COLUMN dismissed INTEGER NOT NULL DEFAULT 0;
`
