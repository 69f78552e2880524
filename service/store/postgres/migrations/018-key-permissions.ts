/** Whether a key may list links, which a full one always may, and invite others. */
export const sql = [
  'ALTER TABLE project_keys ADD COLUMN IF NOT EXISTS may_list BOOLEAN NOT NULL DEFAULT FALSE',
  'ALTER TABLE project_keys ADD COLUMN IF NOT EXISTS may_invite BOOLEAN NOT NULL DEFAULT FALSE',
  'ALTER TABLE key_invitations ADD COLUMN IF NOT EXISTS may_list BOOLEAN NOT NULL DEFAULT FALSE',
  'ALTER TABLE key_invitations ADD COLUMN IF NOT EXISTS invited_by TEXT',
]
