/** Presets, and an index of destinations. */
export const sql = `
CREATE TABLE presets (id TEXT PRIMARY KEY, name TEXT NOT NULL, form TEXT NOT NULL, saved_at TEXT NOT NULL) STRICT;
CREATE TABLE preset_defaults (profile_id TEXT PRIMARY KEY, preset_id TEXT NOT NULL) STRICT;

CREATE INDEX links_by_destinations ON links (
  json_extract(request, '$.ios_custom_redirect.url'),
  json_extract(request, '$.android_custom_redirect.url'),
  json_extract(request, '$.desktop_custom_redirect.url')
);
`
