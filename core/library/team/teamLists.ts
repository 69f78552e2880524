import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Environment } from '../../../contract/service/api/headers.ts'
import type { ListPage } from '../../client/list.ts'
import { LibraryReadOnlyError } from '../../folder/storageProblem.ts'
import type { Database } from '../openDatabase.ts'
import { repeatUntil, startStep } from '../step.ts'
import { selectRows, tableColumns } from '../tableRows.ts'
import { runInTransaction } from '../../../sqlite/transaction.ts'
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

/** Number of links that a page changed. */
export interface PageResult {
  added: number
  changed: number
}

/** The lists of links of whole projects, which the app follows. */
export interface TeamLists {
  get: (profileId: string, environment: Environment) => TeamList | null
  /** Begins a list at its start. With `isOther`, it is of another project or service, so links of the earlier one count as unlisted. */
  begin: (
    profileId: string,
    environment: Environment,
    list: Pick<TeamList, 'baseUrl' | 'sentWith'> & { isOther: boolean },
  ) => void
  /** Saves that another key reads the same list. */
  setSender: (profileId: string, environment: Environment, sentWith: string | null) => void
  /** Brings a page into the library. Its cursor is saved with its last links, so that an interrupted page is read again. */
  merge: (owner: ListOwner, page: ListPage) => Promise<PageResult>
  /** Returns some links that earlier readings had and this one does not, and that aren't known to be gone. */
  missing: (
    owner: Pick<ListOwner, 'profileId' | 'environment' | 'reading'>,
    limit: number,
  ) => { id: string; path: string }[]
  /** Saves that a link was looked up in this reading. */
  confirm: (ids: readonly string[], reading: number) => void
}

export function createTeamLists({ sql, writable, backfill }: Database): TeamLists {
  const ofOwner = 'WHERE profile_id = ?1 AND environment = ?2'
  const write = (work: () => void) => {
    if (!writable) throw new LibraryReadOnlyError('The library is from a newer version.')
    runInTransaction(sql, work)
  }
  const get: TeamLists['get'] = (profileId, environment) => {
    const row = selectRows(sql, tableColumns.team_lists, `FROM team_lists ${ofOwner}`).get(
      profileId,
      environment,
    )
    if (!row) return null
    const { base_url: baseUrl, sent_with: sentWith, cursor, reading, complete, read_at: readAt } = row
    return { baseUrl, sentWith, cursor, reading, isComplete: complete === 1, readAt }
  }
  return {
    get,
    begin: (profileId, environment, { baseUrl, sentWith, isOther }) =>
      write(() => {
        const reading = isOther ? 1 : (get(profileId, environment)?.reading ?? 0) + 1
        if (isOther)
          sql.prepare(`UPDATE links SET listed = 0 ${ofOwner} AND listed > 0`).run(profileId, environment)
        sql
          .prepare('INSERT OR REPLACE INTO team_lists VALUES (?, ?, ?, ?, NULL, ?, 0, NULL)')
          .run(profileId, environment, baseUrl, sentWith, reading)
      }),
    setSender: (profileId, environment, sentWith) =>
      write(() => {
        sql.prepare(`UPDATE team_lists SET sent_with = ?3 ${ofOwner}`).run(profileId, environment, sentWith)
      }),
    merge: (owner, page) => mergePage({ sql, write, backfill }, owner, page),
    missing: ({ profileId, environment, reading }, limit) =>
      selectRows(
        sql,
        { id: 'text', path: 'textOrNull' },
        `FROM links ${ofOwner} AND listed > 0 AND listed < ?3 AND last_check IS NOT 'gone' AND state = 'created' LIMIT ?4`,
      )
        .all(profileId, environment, reading, limit)
        .flatMap(({ id, path }) => (path === null ? [] : [{ id, path }])),
    confirm: (ids, reading) =>
      write(() => {
        const update = sql.prepare('UPDATE links SET listed = ? WHERE id = ?')
        for (const id of ids) update.run(reading, id)
      }),
  }
}

async function mergePage(
  { sql, write, backfill }: Pick<Database, 'sql' | 'backfill'> & { write: (work: () => void) => void },
  owner: ListOwner,
  { links, deleted, cursor, more }: ListPage,
): Promise<PageResult> {
  const listing = createListing(sql)
  const result = { added: 0, changed: 0 }
  const [waiting, gone] = [[...links], [...deleted]]
  const mergeNext = () => {
    const link = waiting.shift()
    if (link) {
      const effect = listing.add(owner, link)
      if (effect !== 'known') result[effect]++
      return true
    }
    const path = gone.shift()
    if (path !== undefined) {
      if (listing.markGone(owner, path)) result.changed++
      return true
    }
    const { profileId, environment, reading, at } = owner
    sql
      .prepare(
        `UPDATE team_lists SET cursor = ?4, complete = max(complete, ?5), read_at = iif(?5, ?6, read_at)
         WHERE profile_id = ?1 AND environment = ?2 AND reading = ?3`,
      )
      .run(profileId, environment, reading, cursor, Number(!more), at)
    return false
  }
  const step = () => {
    let isLeft = false
    write(() => void (isLeft = repeatUntil(startStep(), mergeNext)))
    return isLeft
  }
  for (let isLeft = true; isLeft;) {
    isLeft = step()
    // Otherwise, a search would wait until all pages are indexed.
    await backfill.catchUp()
    await nextTurn()
  }
  return result
}
