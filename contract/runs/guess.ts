import type { Mapping } from './mapping.ts'

/** What the columns of a table are for, by their names and their first rows. */
export function guessMapping(header: readonly string[], _rows: readonly (readonly string[])[]): Mapping {
  return { columns: header.map(() => ({ to: 'nothing' })), template: {} }
}
