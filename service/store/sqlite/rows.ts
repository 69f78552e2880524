import type { SQLInputValue } from 'node:sqlite'
import { keyColumns, linkColumns, projectColumns } from '../columns.ts'
import type { Value } from '../columns.ts'
import type { LinkRow } from '../links.ts'
import type { Project, ProjectKey } from '../store.ts'

/** Returns the parameters of `insertLink` and `putLink`. */
export const linkParams = createParams<LinkRow>(Object.values(linkColumns))
/** Returns the parameters of `insertProject` and `putProject`. */
export const projectParams = createParams<Project>(Object.values(projectColumns))
/** Returns the parameters of `insertKey` and `putKey`. */
export const keyParams = createParams<ProjectKey>(Object.values(keyColumns))

/** Returns a function that converts each column's value to SQLite's type. */
function createParams<T>(columns: readonly { get: (stored: T) => Value }[]): (stored: T) => SQLInputValue[] {
  return (stored) => columns.map(({ get }) => toParam(get(stored)))
}

/** SQLite stores booleans as 1 and 0. */
export function toParam(value: Value): SQLInputValue {
  return typeof value === 'boolean' ? Number(value) : value
}
