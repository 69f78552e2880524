/** Visits of programs by kind. Those that were counted before, or by an earlier version, have no kind. */
export const sql = ['preview', 'search', 'ai', 'monitor', 'script', 'other'].map(
  (kind) => `ALTER TABLE visits ADD COLUMN IF NOT EXISTS bots_${kind} BIGINT NOT NULL DEFAULT 0`,
)
