/**
 * Own paths of links, as spelled. Their `path` in `links` is the host and the folded path, so that it is unique for its host.
 * The table makes it unique for its project and environment, without an index over all links. `listed_as` is
 * the path as spelled if a pattern of an association file could match it.
 */
export const sql = `
ALTER TABLE links ADD COLUMN own_path TEXT;
CREATE TABLE own_paths (
  project_id  TEXT NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('production', 'development')),
  folded      TEXT NOT NULL,
  link_path   TEXT NOT NULL,
  listed_as   TEXT,
  PRIMARY KEY (project_id, environment, folded)
) STRICT, WITHOUT ROWID;
CREATE INDEX own_paths_listed ON own_paths (project_id, environment, listed_as) WHERE listed_as IS NOT NULL;
`
