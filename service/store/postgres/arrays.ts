/** What an element of an array parameter may be. */
export type Element = string | number | boolean | null

const special = /["\\]/g

/**
 * An array parameter as text (PostgreSQL's documentation, 8.15.2). `pg` makes the same, but for elements of every kind there
 * is: of what a create costs the main thread on PostgreSQL beyond what it costs on SQLite, that was the largest part.
 */
export function arrayText(values: readonly Element[]): string {
  return `{${values.map(elementText).join(',')}}`
}

function elementText(value: Element): string {
  if (value === null) return 'NULL'
  if (typeof value !== 'string') return String(value)
  return value.includes('"') || value.includes('\\') ? `"${value.replace(special, '\\$&')}"` : `"${value}"`
}
