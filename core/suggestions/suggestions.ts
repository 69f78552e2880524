import type { Word, Words } from '../../contract/calls/suggestions.ts'
import type { LinkRecord } from '../../contract/record.ts'
import type { Database } from '../library/open.ts'
import { recordOf } from '../library/row.ts'
import type { LinkRow } from '../library/row.ts'

type Request = NonNullable<LinkRecord['request']>

export interface Suggestions {
  words: () => Words
  similar: (request: Request) => LinkRecord[]
}

// Words go out of use, and a form must not wait: the last links say what is in use now.
// The expressions are those of the index `links_by_words`, which holds their values.
const recent = `SELECT json_extract(request, '$.tags') AS tags,
                  json_extract(request, '$.tracking_campaign') AS campaign,
                  json_extract(request, '$.tracking_source') AS source,
                  json_extract(request, '$.tracking_medium') AS medium
                FROM links WHERE state = 'created' AND request IS NOT NULL
                ORDER BY created_at DESC, id DESC LIMIT 5000`
const most = 'GROUP BY value ORDER BY count DESC, value LIMIT 200'

/** What the links in the library have to say to a new one. */
export function createSuggestions({ sql }: Database): Suggestions {
  const wordsOf = (from: string) =>
    sql.prepare(`SELECT value, count(*) AS count ${from} ${most}`).all() as unknown as Word[]
  const field = (name: string) =>
    wordsOf(`FROM (SELECT ${name} AS value FROM (${recent})) WHERE value IS NOT NULL`)
  return {
    words: () => ({
      // The texts were written by the app, but what is in `tags` is whatever a person or a service put there.
      tags: wordsOf(
        `FROM (SELECT tag.value FROM (${recent}) AS link,
          json_each(iif(json_valid(link.tags), link.tags, '[]')) AS tag WHERE tag.type = 'text')`,
      ),
      campaigns: field('campaign'),
      sources: field('source'),
      mediums: field('medium'),
    }),
    similar: (request) => (isComparable(request) ? similar(sql, request) : []),
  }
}

/** A link without destinations and app data is like every other such link, which says nothing. */
function isComparable(request: Request): boolean {
  const {
    ios_custom_redirect: ios,
    android_custom_redirect: android,
    desktop_custom_redirect: desktop,
  } = request
  return [ios, android, desktop, request.data].some((field) => field !== undefined)
}

function similar(sql: Database['sql'], request: Request): LinkRecord[] {
  const rows = sql
    .prepare(
      `SELECT * FROM links
       WHERE json_extract(request, '$.ios_custom_redirect.url') IS ?
         AND json_extract(request, '$.android_custom_redirect.url') IS ?
         AND json_extract(request, '$.desktop_custom_redirect.url') IS ?
         AND json_extract(request, '$.data') IS ?
         AND state <> 'failed'
       ORDER BY created_at DESC, id DESC LIMIT 5`,
    )
    .all(
      request.ios_custom_redirect?.url ?? null,
      request.android_custom_redirect?.url ?? null,
      request.desktop_custom_redirect?.url ?? null,
      request.data ?? null,
    )
  return (rows as unknown as LinkRow[]).map(recordOf)
}
