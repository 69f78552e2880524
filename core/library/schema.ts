/**
 * The migrations from an empty file to the current library. A released migration never changes; append a new
 * one instead. `PRAGMA user_version` counts the applied migrations.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE links (
    id TEXT PRIMARY KEY,
    state TEXT NOT NULL CHECK (state IN ('pending', 'created', 'failed', 'unknown')),
    profile_id TEXT NOT NULL,
    profile_name TEXT NOT NULL,
    environment TEXT NOT NULL,
    request TEXT,
    link TEXT,
    path TEXT,
    problem TEXT,
    stored TEXT,
    answer TEXT,
    differences TEXT,
    checked_at TEXT,
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX links_by_age ON links (created_at DESC, id DESC);
  CREATE INDEX links_by_path ON links (path);
  CREATE INDEX links_unsettled ON links (state) WHERE state IN ('pending', 'unknown');

  CREATE TABLE drafts (id TEXT PRIMARY KEY, form TEXT NOT NULL, saved_at TEXT NOT NULL) STRICT;

  CREATE TABLE services (profile_id TEXT PRIMARY KEY, base_url TEXT NOT NULL, idempotent INTEGER NOT NULL) STRICT;
  `,
  `
  CREATE TABLE presets (id TEXT PRIMARY KEY, name TEXT NOT NULL, form TEXT NOT NULL, saved_at TEXT NOT NULL) STRICT;
  CREATE TABLE preset_defaults (profile_id TEXT PRIMARY KEY, preset_id TEXT NOT NULL) STRICT;

  CREATE INDEX links_by_destinations ON links (
    json_extract(request, '$.ios_custom_redirect.url'),
    json_extract(request, '$.android_custom_redirect.url'),
    json_extract(request, '$.desktop_custom_redirect.url')
  );
  `,
  `
  ALTER TABLE links ADD COLUMN promoted_from TEXT;
  CREATE INDEX links_by_origin ON links (promoted_from) WHERE promoted_from IS NOT NULL;
  `,
  // For suggestions, which read only this index: reading many requests takes too long.
  `
  DROP INDEX links_by_destinations;
  CREATE INDEX links_by_likeness ON links (
    json_extract(request, '$.ios_custom_redirect.url'),
    json_extract(request, '$.android_custom_redirect.url'),
    json_extract(request, '$.desktop_custom_redirect.url'),
    json_extract(request, '$.data'),
    created_at DESC, id DESC
  ) WHERE state <> 'failed';
  CREATE INDEX links_by_words ON links (
    created_at DESC, id DESC,
    json_extract(request, '$.tags'),
    json_extract(request, '$.tracking_campaign'),
    json_extract(request, '$.tracking_source'),
    json_extract(request, '$.tracking_medium')
  ) WHERE state = 'created' AND request IS NOT NULL;
  `,
  // Earlier versions treated inconclusive responses as failures. The user may have created the link again since, so
  // these requests are repeated only when asked to.
  `
  ALTER TABLE links ADD COLUMN settles_by_itself INTEGER NOT NULL DEFAULT 1;
  UPDATE links SET state = 'unknown', settles_by_itself = 0, problem = json_set(
    problem, '$.code', 'create_unknown', '$.cause', problem ->> 'code',
    '$.detail', concat_ws(': ', problem ->> 'code', problem ->> 'detail')
  )
  WHERE state = 'failed' AND problem ->> 'status' IS NOT NULL AND (
    problem ->> 'status' NOT BETWEEN 400 AND 499
    OR NOT EXISTS (SELECT 1 FROM services WHERE services.profile_id = links.profile_id AND idempotent = 1)
  );
  `,
  // Local data of links, and removed links until they can't be restored any more. Derived data is in another
  // file and catches up from `touched` (`index/openIndex.ts`).
  `
  ALTER TABLE links ADD COLUMN added INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE links ADD COLUMN starred INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE links ADD COLUMN archived INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE links ADD COLUMN note TEXT;
  ALTER TABLE links ADD COLUMN tag_changes TEXT;
  CREATE TABLE removed_links (
    id TEXT PRIMARY KEY, entry TEXT NOT NULL, undo TEXT NOT NULL, removed_at TEXT NOT NULL
  ) STRICT;
  CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE touched (number INTEGER PRIMARY KEY AUTOINCREMENT, link TEXT NOT NULL) STRICT;
  `,
  // Check results, and the queue of links to check. A removed link keeps its checks as long as it can be restored.
  `
  ALTER TABLE links ADD COLUMN last_check TEXT;
  CREATE TABLE checks (
    link TEXT NOT NULL, first_at TEXT NOT NULL, last_at TEXT NOT NULL, times INTEGER NOT NULL,
    outcome TEXT NOT NULL, changes TEXT NOT NULL, PRIMARY KEY (link, first_at)
  ) STRICT;
  CREATE TABLE checks_left (
    number INTEGER PRIMARY KEY AUTOINCREMENT, link TEXT NOT NULL UNIQUE, profile_id TEXT NOT NULL
  ) STRICT;
  CREATE INDEX checks_left_by_profile ON checks_left (profile_id, number);
  `,
  `
  CREATE TABLE saved_views (id TEXT PRIMARY KEY, name TEXT NOT NULL, query TEXT NOT NULL) STRICT;
  `,
  // Runs and their rows. A row with a link always has the state of its link. `noted` contains issues found
  // while reading that the cells don't show.
  `
  CREATE TABLE runs (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, state TEXT NOT NULL,
    profile_id TEXT NOT NULL, profile_name TEXT NOT NULL, environment TEXT NOT NULL,
    source TEXT NOT NULL, header TEXT NOT NULL, mapping TEXT NOT NULL, problem TEXT,
    checked INTEGER NOT NULL DEFAULT 0,
    created_at TEXT NOT NULL, started_at TEXT, ended_at TEXT, removed_at TEXT
  ) STRICT;
  CREATE INDEX runs_by_age ON runs (created_at DESC, id DESC);
  CREATE TABLE run_rows (
    run TEXT NOT NULL, number INTEGER NOT NULL, cells TEXT NOT NULL, request TEXT,
    state TEXT NOT NULL CHECK (state IN ('ready', 'faulty', 'skipped', 'pending', 'created', 'failed', 'unknown')),
    faults TEXT NOT NULL DEFAULT '[]', remarks TEXT NOT NULL DEFAULT '[]', noted TEXT,
    link_id TEXT, link TEXT, problem TEXT, PRIMARY KEY (run, number)
  ) STRICT;
  CREATE INDEX run_rows_by_state ON run_rows (run, state, number);
  CREATE INDEX run_rows_remarked ON run_rows (run, number) WHERE remarks <> '[]';
  CREATE INDEX run_rows_by_link ON run_rows (link_id) WHERE link_id IS NOT NULL;
  ALTER TABLE links ADD COLUMN run TEXT;
  CREATE INDEX links_by_run ON links (run) WHERE run IS NOT NULL;
  CREATE TRIGGER run_rows_follow AFTER UPDATE OF state, link, problem ON links WHEN NEW.run IS NOT NULL BEGIN
    UPDATE run_rows SET state = NEW.state, link = NEW.link, problem = NEW.problem WHERE link_id = NEW.id;
  END;
  `,
  `
  ALTER TABLE services ADD COLUMN visits INTEGER NOT NULL DEFAULT 0;
  `,
  // Skips invalid JSON, so that a damaged request can't prevent the index from being created.
  `
  DROP INDEX links_by_words;
  CREATE INDEX links_by_words ON links (
    created_at DESC, id DESC,
    json_extract(request, '$.tags'),
    json_extract(request, '$.tracking_campaign'),
    json_extract(request, '$.tracking_source'),
    json_extract(request, '$.tracking_medium')
  ) WHERE state = 'created' AND json_valid(request);
  `,
  // Local changes for undo: each change, and the previous values per link.
  `
  CREATE TABLE local_changes (
    id TEXT PRIMARY KEY, made_at TEXT NOT NULL, change TEXT, links INTEGER NOT NULL, undone_at TEXT
  ) STRICT;
  CREATE INDEX local_changes_by_age ON local_changes (made_at DESC);
  CREATE TABLE local_change_links (
    change TEXT NOT NULL, link TEXT NOT NULL, before TEXT NOT NULL, PRIMARY KEY (change, link)
  ) STRICT, WITHOUT ROWID;
  `,
  // Adds a state for rows whose link is already in the library. In SQLite, changing a CHECK requires a new table.
  `
  DROP TRIGGER run_rows_follow;
  ALTER TABLE run_rows RENAME TO run_rows_before;
  CREATE TABLE run_rows (
    run TEXT NOT NULL, number INTEGER NOT NULL, cells TEXT NOT NULL, request TEXT,
    state TEXT NOT NULL
      CHECK (state IN ('ready', 'faulty', 'skipped', 'existing', 'pending', 'created', 'failed', 'unknown')),
    faults TEXT NOT NULL DEFAULT '[]', remarks TEXT NOT NULL DEFAULT '[]', noted TEXT,
    link_id TEXT, link TEXT, problem TEXT, PRIMARY KEY (run, number)
  ) STRICT;
  INSERT INTO run_rows (run, number, cells, request, state, faults, remarks, noted, link_id, link, problem)
    SELECT run, number, cells, request, state, faults, remarks, noted, link_id, link, problem FROM run_rows_before;
  DROP TABLE run_rows_before;
  CREATE INDEX run_rows_by_state ON run_rows (run, state, number);
  CREATE INDEX run_rows_remarked ON run_rows (run, number) WHERE remarks <> '[]';
  CREATE INDEX run_rows_by_link ON run_rows (link_id) WHERE link_id IS NOT NULL;
  CREATE TRIGGER run_rows_follow AFTER UPDATE OF state, link, problem ON links WHEN NEW.run IS NOT NULL BEGIN
    UPDATE run_rows SET state = NEW.state, link = NEW.link, problem = NEW.problem WHERE link_id = NEW.id;
  END;
  ALTER TABLE runs ADD COLUMN create_existing INTEGER NOT NULL DEFAULT 0;
  `,
  // Links of other services, kept for reference. Stored with state 'failed', so that all statements and indexes about
  // created links exclude them. `toRecord` returns 'reference'.
  `
  ALTER TABLE links ADD COLUMN reference INTEGER NOT NULL DEFAULT 0 CHECK (reference = 0 OR state = 'failed');
  `,
  // For the history of one link.
  `
  CREATE INDEX local_change_links_by_link ON local_change_links (link);
  `,
  // Changes to links at their services, each stored before it is sent.
  `
  ALTER TABLE services ADD COLUMN changes INTEGER NOT NULL DEFAULT 0;
  CREATE TABLE link_changes (
    id TEXT PRIMARY KEY, link TEXT NOT NULL, patch TEXT NOT NULL, version TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'applied', 'refused', 'conflict', 'unknown')),
    problem TEXT, back TEXT, after TEXT, differences TEXT, made_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX link_changes_by_link ON link_changes (link, made_at DESC);
  CREATE INDEX link_changes_unsettled ON link_changes (state) WHERE state IN ('pending', 'unknown');
  `,
  `
  CREATE TABLE tracking_rules (profile_id TEXT PRIMARY KEY, rules TEXT NOT NULL) STRICT;
  `,
  // Runs that change links. A row with a change always has the state of its change. `fields` has the old and new
  // values, and `version` the link version that the change is based on.
  `
  ALTER TABLE runs ADD COLUMN change TEXT;
  ALTER TABLE run_rows ADD COLUMN target TEXT;
  ALTER TABLE run_rows ADD COLUMN version TEXT;
  ALTER TABLE run_rows ADD COLUMN fields TEXT;
  ALTER TABLE run_rows ADD COLUMN change_id TEXT;
  CREATE INDEX run_rows_by_change ON run_rows (change_id) WHERE change_id IS NOT NULL;
  ALTER TABLE link_changes ADD COLUMN run TEXT;
  CREATE INDEX link_changes_by_run ON link_changes (run, state) WHERE run IS NOT NULL;
  CREATE TRIGGER run_rows_follow_change AFTER UPDATE OF state, problem ON link_changes WHEN NEW.run IS NOT NULL BEGIN
    UPDATE run_rows SET problem = NEW.problem,
      state = CASE NEW.state WHEN 'applied' THEN 'created' WHEN 'refused' THEN 'failed' WHEN 'conflict' THEN 'failed'
        ELSE NEW.state END
    WHERE change_id = NEW.id;
  END;
  `,
  // A run's change is kept when the user dismisses it, because its row has the change's state.
  `
  ALTER TABLE link_changes ADD COLUMN dismissed INTEGER NOT NULL DEFAULT 0;
  `,
  // A hash of the key and environment that sent a create, because it must not be repeated with others.
  `
  ALTER TABLE links ADD COLUMN sent_with TEXT;
  `,
]
