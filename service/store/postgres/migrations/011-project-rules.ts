import type { Step } from './step.ts'

/** The rules of a project. Removed ones keep their row, so that a copy can tell which side is newer. */
export const sql: Step = [
  `CREATE TABLE IF NOT EXISTS project_rules (
    project_id TEXT PRIMARY KEY,
    content    TEXT,
    set_at     BIGINT NOT NULL
  )`,
]
