import type { Migration } from './migration.ts'

const counts = 'ios android desktop other redirect preview landing inactive bots cards tests'.split(' ')

/**
 * Visit counts. `span` is the number of hours in a row's period, `start` its first hour since 1970, UTC.
 * People's visits are counted twice, by platform and by outcome.
 */
export const visits: Migration = [
  `CREATE TABLE visits (
    link_id INTEGER NOT NULL,
    span INTEGER NOT NULL CHECK (span IN (1, 24)),
    start INTEGER NOT NULL,
    ${counts.map((name) => `${name} INTEGER NOT NULL`).join(', ')},
    PRIMARY KEY (link_id, span, start)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX visits_by_start ON visits (span, start)',
  `CREATE TABLE visit_referrers (
    link_id INTEGER NOT NULL,
    start   INTEGER NOT NULL,
    host    TEXT NOT NULL,
    visits  INTEGER NOT NULL,
    PRIMARY KEY (link_id, start, host)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX visit_referrers_by_start ON visit_referrers (start)',
  `CREATE TABLE visit_writers (
    writer     TEXT PRIMARY KEY NOT NULL,
    batch      INTEGER NOT NULL,
    written_at INTEGER NOT NULL
  ) STRICT`,
]
