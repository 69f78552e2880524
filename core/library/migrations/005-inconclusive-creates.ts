/**
 * Earlier versions treated inconclusive responses as failures. The user may have created the link again since, so
 * these requests are repeated only when asked to.
 */
export const sql = `
ALTER TABLE links ADD COLUMN settles_by_itself INTEGER NOT NULL DEFAULT 1;
UPDATE links SET state = 'unknown', settles_by_itself = 0, problem = json_set(
  problem, '$.code', 'create_unknown', '$.cause', problem ->> 'code',
  '$.detail', concat_ws(': ', problem ->> 'code', problem ->> 'detail')
)
WHERE state = 'failed' AND problem ->> 'status' IS NOT NULL AND (
  problem ->> 'status' NOT BETWEEN 400 AND 499
  OR NOT EXISTS (SELECT 1 FROM services WHERE services.profile_id = links.profile_id AND idempotent = 1)
);
`
