import { findColumns, readValues } from './columns.ts'
import type { RowValues } from './columns.ts'

/** Returns the values of a JSON object: its strings, and its lists of strings or of `{ "name": … }` as tags. */
export function readObjectValues(value: Record<string, unknown>): RowValues {
  const members = Object.entries(value).slice(0, 400)
  const columns = findColumns(members.map(([name]) => name))
  const cells = members.map(([, member]) => memberText(member))
  return columns ? readValues(columns, cells) : {}
}

/** Returns a member as cell text: a string, a number such as a Unix time, or a joined list of strings. */
export function memberText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (!Array.isArray(value)) return ''
  const texts = value
    .slice(0, 100)
    .map((part: unknown) => (typeof part === 'string' ? part : memberName(part)))
  return texts.filter(Boolean).join(', ')
}

function memberName(part: unknown): string {
  if (typeof part !== 'object' || part === null || !('name' in part)) return ''
  return typeof part.name === 'string' ? part.name : ''
}
