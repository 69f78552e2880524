import type { Step } from './step.ts'

/** When the content of a link was erased on request. Its history can then be deleted, as that of a deleted project. */
export const sql: Step = [
  'ALTER TABLE links ADD COLUMN IF NOT EXISTS erased_at BIGINT',
  {
    whereSupported: [
      `CREATE OR REPLACE FUNCTION link_changes_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF TG_OP = 'DELETE' THEN
            IF EXISTS (SELECT 1 FROM projects WHERE id = OLD.project_id AND deleted_at IS NOT NULL)
              OR EXISTS (SELECT 1 FROM links WHERE id = OLD.link_id AND erased_at IS NOT NULL) THEN RETURN OLD; END IF;
          END IF;
          RAISE EXCEPTION 'link_changes is only added to';
        END $$`,
    ],
  },
]
