import { linkColumns } from '../schema/columns.ts'
import type { LinkOwner, StoredLink } from './links.ts'
import { selections, toLink } from '../schema/rows.ts'
import { createSelection, type Row } from '../schema/selection.ts'
import { listColumns } from '../schema/sql.ts'

/**
 * A place in the list of a project's links, which is ordered by stamp and id: after this link. A link gets a new stamp whenever
 * it is written. See decision 36.
 */
export interface ListPlace {
  stamp: number
  id: number
}

/** The place before the first link. */
export const listStart: ListPlace = { stamp: 0, id: 0 }

export interface ListedLink {
  link: StoredLink
  place: ListPlace
  /** Name of the key that created it; `null` if it was created before keys had names. */
  createdBy: string | null
  /** Name of the key that changed it last; `null` if none did, or the operator. */
  changedBy: string | null
}

const { names, read } = createSelection(
  { ...linkColumns, stamp: { kind: 'integer' }, changed_by: { kind: 'textOrNull' } } as const,
  [...selections.link.names, 'key_name', 'stamp', 'changed_by'],
)
const changedBy =
  '(SELECT c.key_name FROM link_changes c WHERE c.link_id = links.id ORDER BY c.at DESC LIMIT 1) AS changed_by'

const ofOwner = 'project_id = ?1 AND environment = ?2'

/** PostgreSQL has an end of its own. */
export const linkListStatements = {
  findListEnd: `SELECT ${Number.MAX_SAFE_INTEGER}, NULL`,
  listLinks: `SELECT ${listColumns(names.filter((name) => name !== 'changed_by'))}, ${changedBy} FROM links
    WHERE ${ofOwner} AND (stamp, id) > (?3, ?4) AND stamp < ?5 ORDER BY stamp, id LIMIT ?6`,
  findListed: `SELECT 1 FROM links WHERE ${ofOwner} AND stamp >= ?3 AND id = ?4`,
} as const

/** Lists the links of a project and environment in the order in which they were last written. Same code for every engine. */
export function createLinkList(
  run: (name: keyof typeof linkListStatements, params: (string | number)[]) => Promise<Row[]>,
) {
  return {
    /**
     * How far the list can be read, which must be asked before: links with the stamp `end` or a later one can't be listed yet,
     * because one with an earlier stamp might still be committed. `now` is the database's time; `null` if stamps always grow.
     */
    end: async () => {
      const [[end, now] = []] = await run('findListEnd', [])
      return { end: Number(end), now: typeof now === 'number' ? now : null }
    },
    /** Erased links are included. */
    read: async (
      { project, environment }: LinkOwner,
      { stamp, id }: ListPlace,
      end: number,
      limit: number,
    ) => {
      const rows = await run('listLinks', [project, environment, stamp, id, end, limit])
      return rows.map((row) => ({
        link: toLink(row),
        place: { stamp: read.stamp(row), id: read.id(row) },
        createdBy: read.key_name(row),
        changedBy: read.changed_by(row),
      }))
    },
    /** Whether the list still has the link at a place, there or later. If not, the database was restored to an earlier state. */
    has: async ({ project, environment }: LinkOwner, { stamp, id }: ListPlace) =>
      (await run('findListed', [project, environment, stamp, id])).length > 0,
  }
}
