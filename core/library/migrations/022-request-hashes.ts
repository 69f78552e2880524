/**
 * The hash of what a link was requested with, by which equal links are found. `NULL` until it is computed in the
 * background (`requestHashes.ts`), and for rows of runs that create no link.
 */
export const sql = `
ALTER TABLE links ADD COLUMN request_hash INTEGER;
CREATE INDEX links_by_request ON links (request_hash) WHERE state <> 'failed';
ALTER TABLE run_rows ADD COLUMN request_hash INTEGER;
CREATE INDEX run_rows_by_request ON run_rows (run, request_hash, number) WHERE request_hash IS NOT NULL;
`
