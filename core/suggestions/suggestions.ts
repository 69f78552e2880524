import type { Word } from '../../contract/app/link/nearDuplicate.ts'
import type { Words } from '../../contract/app/calls/links/suggestions.ts'
import {
  byName,
  duplicateKeyFields,
  fieldsOf,
  targetFields,
  trackingNames,
} from '../../contract/service/link/fields.ts'
import type { FieldName } from '../../contract/service/link/fields.ts'
import type { LinkRecord } from '../../contract/app/link/record.ts'
import type { Database } from '../library/openDatabase.ts'
import { toRecord } from '../library/linkRow.ts'
import { selectLinks } from '../library/tableRows.ts'

type Request = NonNullable<LinkRecord['request']>

export interface Suggestions {
  words: () => Words
  similar: (request: Request) => LinkRecord[]
}

// Reads only recent links, which show the words in use, because a form must not wait. The expressions match the index
// `links_by_words`, so that SQLite reads only the index.
const recentLinks = `SELECT ${[...fieldsOf('tags'), ...fieldsOf('tracking')].map(asColumn).join(', ')}
                FROM links WHERE state = 'created' AND json_valid(request)
                ORDER BY created_at DESC, id DESC LIMIT 5000`
const topValuesClause = 'GROUP BY value ORDER BY count DESC, value LIMIT 200'

function asColumn(field: FieldName): string {
  return `json_extract(request, '$.${field}') AS ${field}`
}

/** Returns suggestions for new links from the links in the library. */
export function createSuggestions({ sql }: Database): Suggestions {
  const wordsOf = (from: string) =>
    sql.prepare(`SELECT value, count(*) AS count ${from} ${topValuesClause}`).all() as unknown as Word[]
  const wordsIn = (name: FieldName) =>
    wordsOf(`FROM (SELECT ${name} AS value FROM (${recentLinks})) WHERE value IS NOT NULL`)
  return {
    words: () => ({
      // The app wrote these texts, but `tags` may contain anything that a user or service put there.
      tags: wordsOf(
        `FROM (SELECT tag.value FROM (${recentLinks}) AS link,
          json_each(iif(json_valid(link.tags), link.tags, '[]')) AS tag WHERE tag.type = 'text')`,
      ),
      tracking: byName(trackingNames, (name) => wordsIn(`tracking_${name}`)),
    }),
    similar: (request) => (isComparable(request) ? findSimilar(sql, request) : []),
  }
}

/** A link without destinations and app data would match too many others. */
function isComparable(request: Request): boolean {
  return duplicateKeyFields.some((field) => request[field] !== undefined)
}

function findSimilar(sql: Database['sql'], request: Request): LinkRecord[] {
  const paths = [...targetFields.map((field) => `${field}.url`), ...fieldsOf('data')]
  const isEqualCondition = paths.map((path) => `json_extract(request, '$.${path}') IS ?`)
  return selectLinks(
    sql,
    `WHERE ${isEqualCondition.join(' AND ')} AND state <> 'failed' ORDER BY created_at DESC, id DESC LIMIT 5`,
  )
    .all(
      ...targetFields.map((field) => request[field]?.url ?? null),
      ...fieldsOf('data').map((field) => request[field] ?? null),
    )
    .map(toRecord)
}
