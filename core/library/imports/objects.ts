import { findColumns, readValues } from './columns.ts'
import type { RowValues } from './columns.ts'

/** What an object says of a link: its own texts, and lists of texts or of `{ "name": … }` as tags are spelled. */
export function readObjectValues(value: Record<string, unknown>): RowValues {
  const members = Object.entries(value).slice(0, 400)
  const columns = findColumns(members.map(([name]) => name))
  const cells = members.map(([, member]) => memberText(member))
  return columns ? readValues(columns, cells) : {}
}

/** A member as the text of a cell: a text, or a list of texts. */
export function memberText(value: unknown): string {
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return ''
  const texts = value.slice(0, 100).map((part: unknown) => (typeof part === 'string' ? part : nameOf(part)))
  return texts.filter(Boolean).join(', ')
}

function nameOf(part: unknown): string {
  if (typeof part !== 'object' || part === null || !('name' in part)) return ''
  return typeof part.name === 'string' ? part.name : ''
}
