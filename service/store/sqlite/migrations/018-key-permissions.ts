/** Whether a key may list links, which a full one always may, and invite others. */
export const sql = `
ALTER TABLE project_keys ADD COLUMN may_list INTEGER NOT NULL DEFAULT 0 CHECK (may_list IN (0, 1));
ALTER TABLE project_keys ADD COLUMN may_invite INTEGER NOT NULL DEFAULT 0 CHECK (may_invite IN (0, 1));
ALTER TABLE key_invitations ADD COLUMN may_list INTEGER NOT NULL DEFAULT 0 CHECK (may_list IN (0, 1));
ALTER TABLE key_invitations ADD COLUMN invited_by TEXT;
`
