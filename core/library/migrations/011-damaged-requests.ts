/** Skips invalid JSON, so that a damaged request can't prevent the index from being created. */
export const sql = `
DROP INDEX links_by_words;
CREATE INDEX links_by_words ON links (
  created_at DESC, id DESC,
  json_extract(request, '$.tags'),
  json_extract(request, '$.tracking_campaign'),
  json_extract(request, '$.tracking_source'),
  json_extract(request, '$.tracking_medium')
) WHERE state = 'created' AND json_valid(request);
`
