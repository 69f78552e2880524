/**
 * Visit counts. `span` is the number of hours in a row's period, `start` its first hour since 1970, UTC.
 * People's visits are counted twice, by platform and by outcome.
 */
export const sql = [
  `CREATE TABLE IF NOT EXISTS visits (
    link_id  BIGINT NOT NULL,
    span     BIGINT NOT NULL CHECK (span IN (1, 24)),
    start    BIGINT NOT NULL,
    ios      BIGINT NOT NULL,
    android  BIGINT NOT NULL,
    desktop  BIGINT NOT NULL,
    other    BIGINT NOT NULL,
    redirect BIGINT NOT NULL,
    preview  BIGINT NOT NULL,
    landing  BIGINT NOT NULL,
    inactive BIGINT NOT NULL,
    bots     BIGINT NOT NULL,
    cards    BIGINT NOT NULL,
    tests    BIGINT NOT NULL,
    PRIMARY KEY (link_id, span, start)
  )`,
  'CREATE INDEX IF NOT EXISTS visits_by_start ON visits (span, start)',
  `CREATE TABLE IF NOT EXISTS visit_referrers (
    link_id BIGINT NOT NULL,
    start   BIGINT NOT NULL,
    host    TEXT NOT NULL,
    visits  BIGINT NOT NULL,
    PRIMARY KEY (link_id, start, host)
  )`,
  'CREATE INDEX IF NOT EXISTS visit_referrers_by_start ON visit_referrers (start)',
  `CREATE TABLE IF NOT EXISTS visit_writers (
    writer     TEXT PRIMARY KEY,
    batch      BIGINT NOT NULL,
    written_at BIGINT NOT NULL
  )`,
]
