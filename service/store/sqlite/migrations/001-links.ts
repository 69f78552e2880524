/** Times are milliseconds since 1970, UTC. `data` and `tags` are JSON texts that must not be rewritten. */
export const sql = `
CREATE TABLE projects (
  id         TEXT PRIMARY KEY NOT NULL,
  name       TEXT NOT NULL,
  active     INTEGER NOT NULL CHECK (active IN (0, 1)),
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE project_keys (
  hash       TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL REFERENCES projects (id),
  created_at INTEGER NOT NULL,
  expires_at INTEGER
) STRICT;
CREATE INDEX project_keys_by_project ON project_keys (project_id);

CREATE TABLE links (
  id                INTEGER PRIMARY KEY NOT NULL,
  path              TEXT NOT NULL UNIQUE,
  project_id        TEXT NOT NULL,
  environment       TEXT NOT NULL CHECK (environment IN ('production', 'development')),
  active            INTEGER NOT NULL CHECK (active IN (0, 1)),
  created_at        INTEGER NOT NULL,
  updated_at        INTEGER NOT NULL,
  title             TEXT NOT NULL,
  subtitle          TEXT NOT NULL,
  data              TEXT NOT NULL,
  tags              TEXT NOT NULL,
  ios_url           TEXT,
  ios_open_app      INTEGER,
  android_url       TEXT,
  android_open_app  INTEGER,
  desktop_url       TEXT,
  preview_ios       INTEGER NOT NULL,
  preview_android   INTEGER NOT NULL,
  tracking_campaign TEXT,
  tracking_source   TEXT,
  tracking_medium   TEXT,
  idempotency_key   TEXT,
  request_hash      TEXT
) STRICT;
CREATE UNIQUE INDEX links_by_idempotency_key ON links (project_id, environment, idempotency_key)
  WHERE idempotency_key IS NOT NULL;
`
