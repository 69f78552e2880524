import type { DatabaseSync } from 'node:sqlite'
import { fieldByRole } from '../../../../contract/app/runs/mapping/columnGuesses.ts'
import { guessMapping } from '../../../../contract/app/runs/mapping/guess.ts'
import { mapping as mappingShape } from '../../../../contract/app/runs/mapping/mapping.ts'
import type { ColumnUse, Mapping, RowField } from '../../../../contract/app/runs/mapping/mapping.ts'
import { findColumns, type Role } from '../../imports/columns.ts'
import { readParameters, readRules } from '../../rules.ts'
import { parseJson } from '../../linkRow.ts'

/** What is known about a table when its columns are mapped. */
interface KnownTable {
  names: readonly string[]
  isNamed: boolean
  /** The use of each column, if the source defines it. */
  uses?: readonly ColumnUse[] | undefined
  /** Whether it is an export of another service. */
  isForeign: boolean
  rows: readonly (readonly string[])[]
  /** The profile whose rules list the values of columns. */
  profileId: string
}

/** Returns the mapping of a table: from its source, from the last run with the same columns, or guessed. */
export function chooseMapping(
  sql: DatabaseSync,
  { names, isNamed, uses, isForeign, rows, profileId }: KnownTable,
): Mapping {
  if (uses) return { columns: [...uses], template: {} }
  const last = isNamed ? findLastMapping(sql, names) : null
  if (last) return last
  if (isForeign) return foreignMapping(names)
  return guessMapping(names, rows, readParameters(sql), readRules(sql, profileId) ?? {})
}

/** Returns the mapping of the latest run with these columns. */
function findLastMapping(sql: DatabaseSync, names: readonly string[]): Mapping | null {
  const row = sql
    .prepare(
      'SELECT mapping FROM runs WHERE header = ? AND change IS NULL ORDER BY created_at DESC, id DESC LIMIT 1',
    )
    .get(JSON.stringify(names))
  return mappingShape.safeParse(parseJson(row?.['mapping'] ?? null)).data ?? null
}

/**
 * The fields that columns of other services' exports map to. Their link addresses and click counts aren't used. A
 * Firebase deep link is also the address of each platform that has no fallback.
 */
const fieldByForeignRole: Partial<Record<Role, RowField>> = {
  ...fieldByRole,
  data: 'everyone',
  desktop: 'desktop_custom_redirect',
  ios: 'ios_custom_redirect',
  android: 'android_custom_redirect',
  subtitle: 'subtitle',
  image: 'image',
}

function foreignMapping(names: readonly string[]): Mapping {
  const roles = findColumns(names) ?? []
  const columns = names.map((_, index): ColumnUse => {
    const role = roles[index]
    const field = role ? fieldByForeignRole[role] : undefined
    return field === undefined ? { to: 'nothing' } : { to: 'field', field }
  })
  const deepLink = names[roles.indexOf('data')]
  return { columns, template: deepLink === undefined ? {} : { data: `{"link":"{{${deepLink}}}"}` } }
}
