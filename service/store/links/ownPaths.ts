import { namesOf } from '../../../contract/service/link/fields.ts'
import { looksGenerated } from '../../../contract/service/path/ownPath.ts'
import type { ColumnsOf } from '../schema/columns.ts'
import { foldedPathOf, type LinkOwner, type LinkRow } from './links.ts'
import { createSelection, type Row } from '../schema/selection.ts'
import { insertInto, listColumns } from '../schema/sql.ts'

/** A link with an own path. */
type OwnPathLink = LinkRow & { ownKey: string }

/** Whether a link has an own path, which needs a row of its own. */
export function hasOwnPath(link: LinkRow): link is OwnPathLink {
  return link.ownKey !== null
}

/** The columns of the table that makes own paths unique in a project and environment. */
export const ownPathColumns = {
  project_id: { kind: 'text', get: (link) => link.project },
  environment: { kind: 'environment', get: (link) => link.environment },
  folded: { kind: 'text', get: (link) => foldedPathOf(link.ownKey) },
  link_path: { kind: 'text', get: (link) => link.ownKey },
  listed_as: { kind: 'textOrNull', get: ({ path }) => (looksGenerated(path) ? path : null) },
} as const satisfies ColumnsOf<OwnPathLink>

const names = namesOf(ownPathColumns)
const { read } = createSelection(ownPathColumns, ['link_path', 'listed_as'])

/** The beginning of an insert, which ends in the row's values. */
export const insertOwnPath = `INSERT INTO own_paths (${listColumns(names)})`

export const ownPathStatements = {
  listOwnPaths: `SELECT link_path, listed_as FROM own_paths
    WHERE project_id = ?1 AND environment = ?2 AND listed_as IS NOT NULL ORDER BY listed_as`,
  findOwnPath: 'SELECT link_path FROM own_paths WHERE project_id = ?1 AND environment = ?2 AND folded = ?3',
  putOwnPath: `${insertInto('own_paths', names)} ON CONFLICT (project_id, environment, folded)
    DO UPDATE SET link_path = excluded.link_path, listed_as = excluded.listed_as`,
} as const

/** Returns the parameters of `putOwnPath`, with which the others begin. */
export function ownPathParams(link: OwnPathLink): (string | null)[] {
  return names.map((name) => ownPathColumns[name].get(link))
}

/** Finds own paths. */
export type OwnPathReader = ReturnType<typeof createOwnPathReader>

/** Same code for every engine. */
export function createOwnPathReader(
  run: (name: 'findOwnPath' | 'listOwnPaths', params: string[]) => Promise<Row[]>,
) {
  return {
    /** Returns the key of the link that has an own path in a project and environment. */
    find: async ({ project, environment }: LinkOwner, foldedPath: string) => {
      const [row] = await run('findOwnPath', [project, environment, foldedPath])
      return row ? read.link_path(row) : null
    },
    /** Returns the own paths, and their keys (`ownPathKey`), that a pattern of an association file could match. */
    listLookAlikes: async ({ project, environment }: LinkOwner) =>
      (await run('listOwnPaths', [project, environment])).map((row) => ({
        path: read.listed_as(row) ?? '',
        key: read.link_path(row),
      })),
  }
}
