import { clock } from '../server/clock.ts'

/**
 * The place of a link in the list of its project, see `linkList.ts`. Earlier links come first, by id. The default of later ones
 * also applies to the creates of an earlier release that still runs.
 */
export const sql = [
  'ALTER TABLE links ADD COLUMN IF NOT EXISTS stamp BIGINT NOT NULL DEFAULT 0',
  `ALTER TABLE links ALTER COLUMN stamp SET DEFAULT ${clock}`,
  'CREATE INDEX IF NOT EXISTS links_by_stamp ON links (project_id, environment, stamp, id)',
]
