/**
 * Links of other services, kept for reference. Stored with state 'failed', so that all statements and indexes about
 * created links exclude them. `toRecord` returns 'reference'.
 */
export const sql = `
ALTER TABLE links ADD COLUMN reference INTEGER NOT NULL DEFAULT 0 CHECK (reference = 0 OR state = 'failed');
`
