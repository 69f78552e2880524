import type { Environment } from '../../../contract/service/api/headers.ts'
import type { ListPage } from '../../client/list.ts'
import type { Database } from '../openDatabase.ts'
import { forEachInSteps } from '../step.ts'
import { selectObjects, selectRows, tableColumns } from '../tableRows.ts'
import { write } from '../writing.ts'
import { createListing, type ListOwner } from './listedLinks.ts'

/** How far the list of a profile's links was read. */
export interface TeamList {
  baseUrl: string
  /** Hash of the key that read it; `null` for a key of another service. */
  sentWith: string | null
  /** Where to continue; `null` at the start. */
  cursor: string | null
  /** Increases whenever the list is read from its start again. */
  reading: number
  /** Whether it was read to its end since its start. */
  isComplete: boolean
  /** When the end was last reached; `null` for never. */
  readAt: string | null
}

/** The lists of links of whole projects, which the app follows. */
export type TeamLists = ReturnType<typeof createTeamLists>

export function createTeamLists(database: Database) {
  const { sql } = database
  const ofOwner = 'WHERE profile_id = ?1 AND environment = ?2'
  const get = (profileId: string, environment: Environment): TeamList | null => {
    const select = selectObjects(sql, tableColumns.team_lists, `FROM team_lists ${ofOwner}`)
    const row = select.get(profileId, environment)
    if (!row) return null
    const { complete, ...list } = row
    return { ...list, isComplete: complete === 1 }
  }
  return {
    get,
    /** Begins a list at its start. With `isOther`, it is of another project or service, so links of the earlier one count as unlisted. */
    begin: (
      profileId: string,
      environment: Environment,
      { baseUrl, sentWith, isOther }: Pick<TeamList, 'baseUrl' | 'sentWith'> & { isOther: boolean },
    ) =>
      write(database, () => {
        const reading = isOther ? 1 : (get(profileId, environment)?.reading ?? 0) + 1
        if (isOther)
          sql.prepare(`UPDATE links SET listed = 0 ${ofOwner} AND listed > 0`).run(profileId, environment)
        sql
          .prepare('INSERT OR REPLACE INTO team_lists VALUES (?, ?, ?, ?, NULL, ?, 0, NULL)')
          .run(profileId, environment, baseUrl, sentWith, reading)
      }),
    /** Saves that another key reads the same list. */
    setSender: (profileId: string, environment: Environment, sentWith: string | null) =>
      write(database, () => {
        sql.prepare(`UPDATE team_lists SET sent_with = ?3 ${ofOwner}`).run(profileId, environment, sentWith)
      }),
    /** Brings a page into the library. Its cursor is saved after its last links, so that an interrupted page is read again. */
    merge: (owner: ListOwner, page: ListPage) => mergePage(database, owner, page),
    /** Returns some links that earlier readings had and this one does not, and that aren't known to be gone. */
    missing: (
      { profileId, environment, reading }: Pick<ListOwner, 'profileId' | 'environment' | 'reading'>,
      limit: number,
    ) =>
      selectRows(
        sql,
        { id: 'text', path: 'textOrNull' },
        `FROM links ${ofOwner} AND listed > 0 AND listed < ?3 AND last_check IS NOT 'gone' AND state = 'created' LIMIT ?4`,
      )
        .all(profileId, environment, reading, limit)
        .flatMap(({ id, path }) => (path === null ? [] : [{ id, path }])),
    /** Saves that links were looked up in this reading. */
    confirm: (ids: readonly string[], reading: number) =>
      write(database, () => {
        const update = sql.prepare('UPDATE links SET listed = ? WHERE id = ?')
        for (const id of ids) update.run(reading, id)
      }),
  }
}

/** Returns the number of links that a page added and changed. */
async function mergePage(
  database: Database,
  owner: ListOwner,
  { links, deleted, cursor, more }: ListPage,
): Promise<{ added: number; changed: number }> {
  const { sql, backfill } = database
  const listing = createListing(sql)
  const result = { added: 0, changed: 0 }
  const inStep = async (step: () => unknown) => {
    write(database, step)
    // Otherwise, a search would wait until all pages are indexed.
    await backfill.catchUp()
  }
  await forEachInSteps(links, inStep, (link) => {
    const effect = listing.add(owner, link)
    if (effect !== 'known') result[effect]++
  })
  const gone = await forEachInSteps(deleted, inStep, (path) => listing.markGone(owner, path))
  result.changed += gone.length
  const { profileId, environment, reading, at } = owner
  write(database, () =>
    sql
      .prepare(
        `UPDATE team_lists SET cursor = ?4, complete = max(complete, ?5), read_at = iif(?5, ?6, read_at)
         WHERE profile_id = ?1 AND environment = ?2 AND reading = ?3`,
      )
      .run(profileId, environment, reading, cursor, Number(!more), at),
  )
  return result
}
