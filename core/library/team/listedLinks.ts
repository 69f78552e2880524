import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Environment } from '../../../contract/service/api/headers.ts'
import { pick } from '../../../contract/service/link/fields.ts'
import type { ListedLink } from '../../client/list.ts'
import { saveCheck } from '../checks/checks.ts'
import { getIndexer } from '../index/indexer.ts'
import { readStored } from '../linkRow.ts'
import { noRequest } from '../requestHash.ts'
import { selectRows, tableColumns } from '../tableRows.ts'

/** Where a list of links belongs. */
export interface ListOwner {
  profileId: string
  profileName: string
  environment: Environment
  /** Other profiles of the same service, which may have the same links. */
  siblings: readonly string[]
  /** The number of the reading. */
  reading: number
  /** When the page was requested. */
  at: string
}

const known = pick(tableColumns.links, ['id', 'answer', 'author', 'changed_by', 'last_check'])

/** Returns functions that bring one link of a list into the library, in the caller's transaction. */
export function createListing(sql: DatabaseSync) {
  const from = `FROM links WHERE profile_id = ?1 AND environment = ?2 AND state = 'created'`
  const byPath = selectRows(sql, known, `${from} AND path = ?3 ORDER BY added, created_at LIMIT 1`)
  const byAddress = selectRows(sql, known, `${from} AND link = ?3 ORDER BY added, created_at LIMIT 1`)
  const isHidden = sql.prepare(
    'SELECT 1 FROM unlisted_links WHERE profile_id = ? AND environment = ? AND path = ?',
  )
  const elsewhere = selectRows(
    sql,
    { profile_id: 'text' },
    'FROM links WHERE link = ? AND environment = ? LIMIT 20',
  )
  const update = sql.prepare('UPDATE links SET author = ?, changed_by = ?, listed = ? WHERE id = ?')
  const insert = sql.prepare(
    `INSERT INTO links (id, state, profile_id, profile_name, environment, link, path, answer, checked_at, created_at, added,
       request_hash, author, changed_by, listed)
     VALUES (?1, 'created', ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 1, ${noRequest}, ?10, ?11, ?12)`,
  )
  const find = ({ profileId, environment }: ListOwner, path: string, address: string) =>
    byPath.get(profileId, environment, path) ?? byAddress.get(profileId, environment, address)

  return {
    /** Adds a link, or updates the one that is there by its path or address. A link that the user removed stays away. */
    add: (owner: ListOwner, link: ListedLink): 'added' | 'changed' | 'known' => {
      const { profileId, profileName, environment, siblings, reading, at } = owner
      const { path, address, text, author, changedBy, createdAt, updatedAt } = link
      const row = find(owner, path, address)
      const answer = `{"link":${text}}`
      if (row) {
        const isSame = row.last_check !== 'gone' && readStored(row.answer)?.updated_at === updatedAt
        const isNamed = row.author === author && row.changed_by === changedBy
        if (!isSame) saveCheck(sql, { id: row.id, answer, at })
        update.run(author, changedBy, reading, row.id)
        if (!isNamed) getIndexer(sql).update(row.id)
        return isSame ? 'known' : 'changed'
      }
      if (isHidden.get(profileId, environment, path)) return 'known'
      // Another profile of the same service has it, such as a second key of the project.
      if (elsewhere.all(address, environment).some((other) => siblings.includes(other.profile_id)))
        return 'known'
      const id = randomUUID()
      const added = [id, profileId, profileName, environment, address, path, answer, at]
      insert.run(...added, createdAt ?? at, author, changedBy, reading)
      getIndexer(sql).update(id)
      return 'added'
    },
    /** Marks a link as gone. It stays in the library. */
    markGone: (owner: ListOwner, path: string): boolean => {
      const row = byPath.get(owner.profileId, owner.environment, path)
      if (!row || row.last_check === 'gone') return false
      saveCheck(sql, { id: row.id, answer: null, at: owner.at })
      return true
    },
  }
}

/**
 * Removes the entry that a list added for a link before its create was concluded, and keeps what the user has noted in it. Call it
 * in the transaction that concludes the create.
 */
export function foldListed(sql: DatabaseSync, id: string): void {
  const find = selectRows(
    sql,
    { id: 'text' },
    `FROM links WHERE added = 1 AND listed > 0 AND id <> ?1 AND state = 'created'
     AND (path, profile_id, environment) IN (SELECT path, profile_id, environment FROM links WHERE id = ?1)`,
  )
  for (const { id: listed } of find.all(id)) {
    const columns = ['author', 'changed_by', 'listed', 'starred', 'archived', 'note', 'tag_changes']
    const assignments = columns.map((name) => `${name} = other.${name}`).join(', ')
    sql
      .prepare(`UPDATE links SET ${assignments} FROM links AS other WHERE links.id = ? AND other.id = ?`)
      .run(id, listed)
    for (const table of ['link_changes', 'checks', 'checks_left', 'local_change_links'])
      sql.prepare(`UPDATE OR IGNORE ${table} SET link = ? WHERE link = ?`).run(id, listed)
    sql.prepare('DELETE FROM links WHERE id = ?').run(listed)
    getIndexer(sql).update(listed)
  }
}
