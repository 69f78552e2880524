import { columnAliases, normalizeName, roles } from '../../../contract/library/columnNames.ts'
import type { Role } from '../../../contract/library/columnNames.ts'

export type { Role }

const roleByName = new Map(roles.flatMap((role) => columnAliases[role].map((name) => [name, role] as const)))

/** The role of each column, from its header. */
export type ColumnRoles = (Role | null)[]

/** Returns the roles of a header's columns; `null` if none contains links. */
export function findColumns(header: readonly string[]): ColumnRoles | null {
  const plain = header.map(normalizeName)
  const found: ColumnRoles = plain.map((name) => roleByName.get(name) ?? null)
  // `url` is the link if no other column is, otherwise its destination.
  const url = plain.indexOf('url')
  const other: Role = found.includes('link') || found.includes('path') ? 'destination' : 'link'
  if (url >= 0 && !found.includes(other)) found[url] = other
  const once: ColumnRoles = found.map((role, at) => (found.indexOf(role) === at ? role : null))
  return once.includes('link') || once.includes('destination') ? once : null
}

/** Column names that identify the exports of a service. */
const headerSignatures: Record<'dub' | 'kutt' | 'bitly' | 'shlink', readonly (readonly string[])[]> = {
  shlink: [['shortcode', 'longurl']],
  kutt: [['address', 'target']],
  bitly: [['bitlink'], ['custombitlinks'], ['link', 'longurl']],
  dub: [
    ['shortlink', 'destinationurl'],
    ['shortlink', 'url'],
    ['link', 'url', 'clicks'],
    ['link', 'url', 'createdat'],
  ],
}

/** Returns the service that exported a file with these columns, or `null`. */
export function detectService(header: readonly string[]): keyof typeof headerSignatures | null {
  const plain = new Set(header.map(normalizeName))
  const known = Object.entries(headerSignatures) as [
    keyof typeof headerSignatures,
    readonly (readonly string[])[],
  ][]
  const found = known.find(([, ways]) => ways.some((way) => way.every((name) => plain.has(name))))
  return found?.[0] ?? null
}

/** The values of a row, by role. */
export type RowValues = Partial<Record<Role, string>>

export function readValues(columns: ColumnRoles, cells: readonly string[]): RowValues {
  const values: RowValues = {}
  columns.forEach((role, at) => {
    const text = cells[at]?.trim()
    if (role && text) values[role] = text
  })
  return values
}
