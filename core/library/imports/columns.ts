import { columnAliases, normalizeName, roles } from '../../../contract/app/library/columns/columnNames.ts'
import type { Role } from '../../../contract/app/library/columns/columnNames.ts'
import { isEmptyWord } from '../../../contract/service/text/words.ts'
import { serviceFormats, type Service, type ServiceFormat } from './serviceFormats.ts'

export type { Role }

const roleByName = new Map(roles.flatMap((role) => columnAliases[role].map((name) => [name, role] as const)))

/** The role of each column, from its header. */
export type ColumnRoles = (Role | null)[]

/** Returns the roles of a header's columns; `null` if no column contains links. */
export function findColumns(header: readonly string[]): ColumnRoles | null {
  const plain = header.map(normalizeName)
  const formatRoles = detectFormat(plain)?.roles ?? {}
  const columnRoles: ColumnRoles = plain.map((name) => formatRoles[name] ?? roleByName.get(name) ?? null)
  // `url` is the destination if another column has the link, otherwise the link itself.
  const url = plain.indexOf('url')
  const other: Role = columnRoles.includes('link') || columnRoles.includes('path') ? 'destination' : 'link'
  if (url >= 0 && !columnRoles.includes(other)) columnRoles[url] = other
  // A format's own name takes precedence over a general one: Firebase's `st` is the title, not `name`.
  const findColumn = (role: Role) => {
    const specific = plain.findIndex((name) => formatRoles[name] === role)
    return specific >= 0 ? specific : columnRoles.indexOf(role)
  }
  const deduplicated: ColumnRoles = columnRoles.map((role, index) =>
    role !== null && findColumn(role) === index ? role : null,
  )
  return deduplicated.some((role) => role !== null && linkRoles.has(role)) ? deduplicated : null
}

/** A table of links has at least one of these roles. */
const linkRoles: ReadonlySet<Role> = new Set<Role>(['link', 'destination', 'desktop'])

/** Returns the service that exported a file with these columns; `null` if unknown. */
export function detectService(header: readonly string[]): Service | null {
  return detectFormat(header.map(normalizeName))?.service ?? null
}

function detectFormat(plain: readonly string[]): ServiceFormat | null {
  const names = new Set(plain)
  return serviceFormats.find(({ signature }) => signature.every((name) => names.has(name))) ?? null
}

/** The roles that identify a row's link and where to look it up. */
const lookupRoles: ReadonlySet<Role> = new Set<Role>(['link', 'path', 'host', 'customLink', 'environment'])

/** The names of the columns that an import doesn't add to the library. */
export interface OmittedColumns {
  /** Columns that no role reads. */
  unused: string[]
  /** Columns whose values the service provides for links that are looked up. */
  fromService: string[]
}

/** Returns the columns of a header that aren't added when its links are looked up. */
export function findOmitted(header: readonly string[], columns: ColumnRoles): OmittedColumns {
  const omitted: OmittedColumns = { unused: [], fromService: [] }
  header.forEach((name, index) => {
    const role = columns[index] ?? null
    if (name.trim() === '') return
    if (role === null) omitted.unused.push(name)
    else if (!lookupRoles.has(role)) omitted.fromService.push(name)
  })
  return omitted
}

export type RowValues = Partial<Record<Role, string>>

/** Returns the values of a row by role, without words such as `null` that exports write for “no value”. */
export function readValues(columns: ColumnRoles, cells: readonly string[]): RowValues {
  const values: RowValues = {}
  columns.forEach((role, index) => {
    const text = cells[index]?.trim()
    if (role && text && !isEmptyWord(text)) values[role] = text
  })
  return values
}
