import type { Step } from './step.ts'

/**
 * The audit log. If an engine has no triggers, use privileges instead: no role needs `UPDATE` on this table.
 */
export const sql: Step = [
  `CREATE TABLE IF NOT EXISTS operator_acts (
    id   BIGINT PRIMARY KEY,
    at   BIGINT NOT NULL,
    who  TEXT NOT NULL,
    sudo TEXT,
    host TEXT NOT NULL,
    act  TEXT NOT NULL,
    what TEXT NOT NULL
  )`,
  {
    whereSupported: [
      `CREATE OR REPLACE FUNCTION operator_acts_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'operator_acts is only added to'; END $$`,
      'DROP TRIGGER IF EXISTS operator_acts_never_change ON operator_acts',
      `CREATE TRIGGER operator_acts_never_change BEFORE UPDATE OR DELETE ON operator_acts
        FOR EACH ROW EXECUTE FUNCTION operator_acts_refuse()`,
      'DROP TRIGGER IF EXISTS operator_acts_never_go ON operator_acts',
      `CREATE TRIGGER operator_acts_never_go BEFORE TRUNCATE ON operator_acts
        FOR EACH STATEMENT EXECUTE FUNCTION operator_acts_refuse()`,
    ],
  },
]
