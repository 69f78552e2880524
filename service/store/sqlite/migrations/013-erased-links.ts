/** When the content of a link was erased on request. Its history can then be deleted, as that of a deleted project. */
export const sql = `
ALTER TABLE links ADD COLUMN erased_at INTEGER;
DROP TRIGGER link_changes_go_with_their_project;
CREATE TRIGGER link_changes_go_with_their_project_or_link BEFORE DELETE ON link_changes
  WHEN NOT EXISTS (SELECT 1 FROM projects WHERE id = OLD.project_id AND deleted_at IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM links WHERE id = OLD.link_id AND erased_at IS NOT NULL)
  BEGIN SELECT RAISE(ABORT, 'link_changes is only added to'); END;
`
