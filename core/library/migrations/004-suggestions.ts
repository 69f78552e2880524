/** For suggestions, which read only this index: reading many requests takes too long. */
export const sql = `
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
`
