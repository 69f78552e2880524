import type { DatabaseSync } from 'node:sqlite'
import { linkPatch } from '../../contract/app/link/change/linkPatch.ts'
import type { RecentChange } from '../../contract/app/calls/links/changes.ts'
import { parseJson } from './linkRow.ts'
import { pick } from '../../contract/service/link/fields.ts'
import { countRows, selectObjects, selectRows, tableColumns } from './tableRows.ts'
import { daysAgo } from '../../contract/app/text/utcDay.ts'

/** Maximum number of listed changes, and their maximum age in days. */
const maxListed = 200
const daysListed = 30
/** Maximum number of created links that are grouped. */
const maxGrouped = 2_000

/** Returns what happened to links at their services, newest first: changes, runs and created links. */
export function listRecentChanges(sql: DatabaseSync): RecentChange[] {
  const since = daysAgo(daysListed)
  const all = [
    ...listOwnChanges(sql, since),
    ...listColleaguesChanges(sql, since),
    ...listRuns(sql, since),
    ...listCreated(sql, since),
  ]
  return all.toSorted((a, b) => Date.parse(b.madeAt) - Date.parse(a.madeAt)).slice(0, maxListed)
}

/** Returns a function that returns the title and place of a link; nothing if the library doesn't have it any more. */
function createPlaces(sql: DatabaseSync) {
  const columns = { title: 'textOrNull', environment: 'environment', profileName: 'text' } as const
  const select = selectRows(sql, columns, 'FROM entries WHERE id = ?')
  return (link: string) => {
    const entry = select.get(link)
    if (!entry) return []
    const { title: name, environment, profileName } = entry
    return [{ link, name, place: { environment, profileName } }]
  }
}

function listOwnChanges(sql: DatabaseSync, since: string): RecentChange[] {
  const find = createPlaces(sql)
  const columns = { link: 'text', patch: 'text', state: 'changeState', made_at: 'text' } as const
  const changes = `FROM link_changes WHERE run IS NULL AND made_at >= ? ORDER BY made_at DESC LIMIT ?`
  return selectObjects(sql, columns, changes)
    .all(since, maxListed)
    .flatMap(({ link, patch, state, madeAt }) => {
      const { data } = linkPatch.safeParse(parseJson(patch))
      return data ? find(link).map((facts) => ({ kind: 'change', ...facts, patch: data, state, madeAt })) : []
    })
}

/** Returns the last change of each link that another key, or another computer, made. */
function listColleaguesChanges(sql: DatabaseSync, since: string): RecentChange[] {
  const find = createPlaces(sql)
  // Exactly as in the index `links_by_last_change`.
  const updated = `json_extract(answer, '$.link.updated_at')`
  const isOwn = `SELECT 1 FROM link_changes WHERE link = changed.id AND state = 'applied'
    AND json_extract(after, '$.updatedAt') = changed.updated`
  return selectRows(
    sql,
    { id: 'text', changed_by: 'text', updated: 'text' },
    `FROM (SELECT id, changed_by, ${updated} AS updated FROM links WHERE changed_by IS NOT NULL AND json_valid(answer)
       AND ${updated} >= ? ORDER BY ${updated} DESC LIMIT ?) AS changed
     WHERE NOT EXISTS (${isOwn}) ORDER BY updated DESC`,
  )
    .all(since, maxListed)
    .flatMap(({ id, changed_by: by, updated: madeAt }) =>
      find(id).map((facts) => ({ kind: 'colleague', ...facts, by, madeAt })),
    )
}

function listRuns(sql: DatabaseSync, since: string): RecentChange[] {
  const columns = pick(tableColumns.runs, ['id', 'name', 'change', 'environment', 'profile_name'])
  return selectObjects(
    sql,
    { ...columns, started_at: 'text' } as const,
    'FROM runs WHERE removed_at IS NULL AND started_at >= ? ORDER BY started_at DESC LIMIT ?',
  )
    .all(since, maxListed)
    .map(({ id, name, change, startedAt: madeAt, ...place }) => ({
      ...{ kind: 'run', run: id, name, madeAt, isChange: change !== null },
      place,
      links: countRows(sql, `FROM run_rows WHERE run = ? AND state = 'created'`, id),
    }))
}

/** Returns links that no run created. Links that the same key created one after another are one entry. */
function listCreated(sql: DatabaseSync, since: string): RecentChange[] {
  const find = createPlaces(sql)
  const created = selectRows(
    sql,
    pick(tableColumns.links, ['id', 'author', 'created_at', 'profile_id', 'environment']),
    `FROM links WHERE run IS NULL AND state = 'created' AND created_at >= ? ORDER BY created_at DESC LIMIT ?`,
  ).all(since, maxGrouped + 1)
  const groups: { first: (typeof created)[number]; links: number }[] = []
  for (const link of created.slice(0, maxGrouped)) {
    const last = groups.at(-1)
    const isSame = (['author', 'profile_id', 'environment'] as const).every(
      (name) => last?.first[name] === link[name],
    )
    if (last && isSame) last.links++
    else groups.push({ first: link, links: 1 })
  }
  const isMore = created.length > maxGrouped
  return groups
    .slice(0, maxListed)
    .flatMap(({ first: { id, author: by, created_at: madeAt }, links }, index) =>
      find(id).map((facts) => ({
        ...{ kind: 'created', ...facts, by, madeAt, links },
        atLeast: isMore && index === groups.length - 1,
      })),
    )
}
