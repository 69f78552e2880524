import type { Word } from '../../contract/app/link/nearDuplicate.ts'
import type { Words } from '../../contract/app/calls/links/suggestions.ts'
import { byName, fieldsOf, trackingNames, type FieldName } from '../../contract/service/link/fields.ts'
import type { LinkRecord } from '../../contract/app/link/record.ts'
import { contentKeys, requestText } from '../library/contentKeys.ts'
import type { Database } from '../library/openDatabase.ts'
import { toRecord } from '../library/linkRow.ts'
import { selectLinks } from '../library/tableRows.ts'

type Request = NonNullable<LinkRecord['request']>

// Reads only recent links, which show the words in use, because a form must not wait. The expressions match the index
// `links_by_words`, so that SQLite reads only the index.
const recentLinks = `SELECT ${[...fieldsOf('tags'), ...fieldsOf('tracking')].map(asColumn).join(', ')}
                FROM links WHERE state = 'created' AND json_valid(request)
                ORDER BY created_at DESC, id DESC LIMIT 5000`
// As `name=value`. Links of colleagues count as well.
const recentParameters = `FROM (SELECT parameter.value FROM (SELECT parameters FROM entries ORDER BY seq DESC LIMIT 5000) AS entry,
                json_each(entry.parameters) AS parameter)`
const topValuesClause = 'GROUP BY value ORDER BY count DESC, value LIMIT 200'

/** Returns the values of `name=value` by field. */
function groupByField(words: readonly Word[]): Words['parameters'] {
  const groups = Map.groupBy(words, ({ value }) => `?${value.slice(0, value.indexOf('='))}` as const)
  return Object.fromEntries(
    [...groups].map(([field, group]) => [
      field,
      group.map(({ value, count }) => ({ value: value.slice(field.length), count })),
    ]),
  )
}

function asColumn(field: FieldName): string {
  return `json_extract(request, '$.${field}') AS ${field}`
}

/** Returns suggestions for new links from the links in the library. */
export function createSuggestions({ sql, backfill }: Database) {
  const selectSimilar = selectLinks(
    sql,
    `WHERE id IN (SELECT id FROM entries WHERE contentKey = ? AND state <> 'failed' ORDER BY seq DESC LIMIT 5)
     ORDER BY created_at DESC, id DESC`,
  )
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
      parameters: groupByField(wordsOf(recentParameters)),
    }),
    similar: async (request: Request) => {
      await backfill.catchUp()
      const { contentKey } = contentKeys({ profileId: '', environment: 'production' }, requestText(request))
      return selectSimilar.all(contentKey).map(toRecord)
    },
  }
}
