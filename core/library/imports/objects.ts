import { columnsIn, saidIn } from './columns.ts'
import type { Said } from './columns.ts'

/** What an object says of a link: its own texts, and lists of texts or of `{ "name": … }` as tags are spelled. */
export function saidInObject(value: Record<string, unknown>): Said {
  const members = Object.entries(value).slice(0, 400)
  const columns = columnsIn(members.map(([name]) => name))
  const cells = members.map(([, member]) => textOf(member))
  return columns ? saidIn(columns, cells) : {}
}

/** A member as the text of a cell: a text, or a list of texts. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return ''
  const texts = value.slice(0, 100).map((part: unknown) => (typeof part === 'string' ? part : nameOf(part)))
  return texts.filter(Boolean).join(', ')
}

function nameOf(part: unknown): string {
  if (typeof part !== 'object' || part === null || !('name' in part)) return ''
  return typeof part.name === 'string' ? part.name : ''
}
