/** Visits of programs by kind. Those that were counted before have no kind. */
export const sql = ['preview', 'search', 'ai', 'monitor', 'script', 'other']
  .map((kind) => `ALTER TABLE visits ADD COLUMN bots_${kind} INTEGER NOT NULL DEFAULT 0;\n`)
  .join('')
