/**
 * Times are milliseconds since 1970, UTC. `data` and `tags` are JSON texts that must not be rewritten. The
 * primary key is the path, which reads use: a distributed database then answers from a single node.
 */
export const sql = [
  `CREATE TABLE IF NOT EXISTS projects (
    id         TEXT PRIMARY KEY,
    name       TEXT NOT NULL,
    active     BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL
  )`,
  `CREATE TABLE IF NOT EXISTS project_keys (
    hash       TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects (id),
    created_at BIGINT NOT NULL,
    expires_at BIGINT
  )`,
  'CREATE INDEX IF NOT EXISTS project_keys_by_project ON project_keys (project_id)',
  `CREATE TABLE IF NOT EXISTS links (
    path              TEXT PRIMARY KEY,
    id                BIGINT NOT NULL UNIQUE,
    project_id        TEXT NOT NULL,
    environment       TEXT NOT NULL CHECK (environment IN ('production', 'development')),
    active            BOOLEAN NOT NULL,
    created_at        BIGINT NOT NULL,
    updated_at        BIGINT NOT NULL,
    title             TEXT NOT NULL,
    subtitle          TEXT NOT NULL,
    data              TEXT NOT NULL,
    tags              TEXT NOT NULL,
    ios_url           TEXT,
    ios_open_app      BOOLEAN,
    android_url       TEXT,
    android_open_app  BOOLEAN,
    desktop_url       TEXT,
    preview_ios       BOOLEAN NOT NULL,
    preview_android   BOOLEAN NOT NULL,
    tracking_campaign TEXT,
    tracking_source   TEXT,
    tracking_medium   TEXT,
    idempotency_key   TEXT,
    request_hash      TEXT
  )`,
  `CREATE UNIQUE INDEX IF NOT EXISTS links_by_idempotency_key
    ON links (project_id, environment, idempotency_key) WHERE idempotency_key IS NOT NULL`,
]
