import { decodeText } from '../../../../contract/service/address/decodeText.ts'
import type { LinkPath } from '../../../../contract/service/address/linkAddress.ts'
import { findOwners, type LinkDomains } from '../../../../contract/app/link/linkDomain.ts'
import type { Note, SheetRow } from '../../../tables/table.ts'
import { parseLink } from '../../imports/classify.ts'
import { findColumns, readValues, type RowValues } from '../../imports/columns.ts'
import { createLostOptions } from '../../imports/lostOptions.ts'
import type { RunTable } from './source.ts'

/** A table of links that move here. Its first column has the path that each keeps. */
export interface MoveTable extends RunTable {
  move: { column: number; host?: string | undefined }
}

/** Adds to each row the path that its link keeps, and what it loses. `host` is that of links without one. */
export function createMoveTable(table: RunTable, domains: LinkDomains, host?: string): MoveTable {
  const roles = findColumns(table.names) ?? []
  const findLost = createLostOptions(table.names, roles)
  const readPath = (cells: readonly string[]): { path: string; notes: Note[] } => {
    const values = readValues(roles, cells)
    const link = parseLink(values)
    if (!link) return { path: '', notes: [] }
    const linkHost = link.host ?? host ?? null
    if (findOwners(linkHost, [domains], domains.id).length > 0)
      return { path: wholePath(link, values), notes: [] }
    const text = `${linkHost ?? ''} isn’t a link domain of this profile, so the link gets a new path.`
    return { path: '', notes: [{ column: null, text, isError: false }] }
  }
  const addColumn = ({ cells, notes = [], repaired, row }: SheetRow): SheetRow => {
    const { path, notes: pathNotes } = readPath(cells)
    const shifted = [...notes, ...findLost(cells)].map((note) => ({
      ...note,
      column: note.column === null ? null : note.column + 1,
    }))
    return {
      ...(row !== undefined && { row }),
      cells: [path, ...cells],
      notes: [...shifted, ...pathNotes],
      ...(repaired && { repaired: [readPath(repaired).path, ...repaired] }),
    }
  }
  return {
    ...table,
    // The file's names stay as they are, because they say what the columns are.
    names: [table.names.includes('Path') ? 'New path' : 'Path', ...table.names],
    isNamed: true,
    move: { column: 0, ...(host !== undefined && { host }) },
    next: async () => (await table.next())?.map(addColumn) ?? null,
  }
}

/** Returns the path of a link with all its segments, which can't be kept if there are several. */
function wholePath({ path }: LinkPath, { customLink, link, path: pathCell }: RowValues): string {
  const address = [customLink, link, pathCell].find(
    (text) => text !== undefined && decodeText(text).includes(path),
  )
  const rest = address?.slice(0, maxAddressLength).replace(/^[a-z]+:\/\//i, '') ?? ''
  const fromHost = address === pathCell ? `/${rest}` : rest
  const segments = fromHost
    .replace(/[?#].*$/s, '')
    .split('/')
    .slice(1)
    .filter(Boolean)
  return segments.length > 1 ? decodeText(segments.join('/')) : path
}

const maxAddressLength = 10_000
