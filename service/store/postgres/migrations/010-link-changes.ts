import type { Step } from './step.ts'

/**
 * The end of a link's active time, whether a project forbids changes, and the history of links. An entry never changes,
 * and is deleted only with its project.
 */
export const sql: Step = [
  'ALTER TABLE links ADD COLUMN IF NOT EXISTS active_until BIGINT',
  'ALTER TABLE projects ADD COLUMN IF NOT EXISTS changes_off BOOLEAN NOT NULL DEFAULT FALSE',
  `CREATE TABLE IF NOT EXISTS link_changes (
    link_id         BIGINT NOT NULL,
    at              BIGINT NOT NULL,
    project_id      TEXT NOT NULL,
    environment     TEXT NOT NULL CHECK (environment IN ('production', 'development')),
    key_name        TEXT,
    fields          TEXT NOT NULL,
    idempotency_key TEXT,
    request_hash    TEXT,
    PRIMARY KEY (link_id, at)
  )`,
  `CREATE INDEX IF NOT EXISTS link_changes_by_idempotency_key
    ON link_changes (project_id, environment, idempotency_key, at) WHERE idempotency_key IS NOT NULL`,
  {
    whereSupported: [
      `CREATE OR REPLACE FUNCTION link_changes_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF TG_OP = 'DELETE' THEN
            IF EXISTS (SELECT 1 FROM projects WHERE id = OLD.project_id AND deleted_at IS NOT NULL) THEN RETURN OLD; END IF;
          END IF;
          RAISE EXCEPTION 'link_changes is only added to';
        END $$`,
      'DROP TRIGGER IF EXISTS link_changes_never_change ON link_changes',
      `CREATE TRIGGER link_changes_never_change BEFORE UPDATE OR DELETE ON link_changes
        FOR EACH ROW EXECUTE FUNCTION link_changes_refuse()`,
      'DROP TRIGGER IF EXISTS link_changes_never_go ON link_changes',
      `CREATE TRIGGER link_changes_never_go BEFORE TRUNCATE ON link_changes
        FOR EACH STATEMENT EXECUTE FUNCTION link_changes_refuse()`,
    ],
  },
]
