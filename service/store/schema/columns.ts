import type { Environment } from '../../../contract/service/api/headers.ts'
import { byName, fieldsOf, trackingName, type TrackingName } from '../../../contract/service/link/fields.ts'
import type { KeyScope } from '../../../contract/service/keys/keyScope.ts'
import { domainColumns, domainTexts } from '../projects/domainTexts.ts'
import { linkKey, type LinkRow } from '../links/links.ts'
import type { Project, ProjectKey } from '../projects/project.ts'

/** Type of each kind of column in this program. */
export interface Values {
  text: string
  textOrNull: string | null
  environment: Environment
  environmentOrNull: Environment | null
  scope: KeyScope
  integer: number
  integerOrNull: number | null
  flag: boolean
  flagOrNull: boolean | null
}
export type ColumnKind = keyof Values
export type Value = Values[ColumnKind]
/** A parameter of a statement. */
export type Param = Value | readonly (string | number)[]

/** The SQL type of each kind of column. SQLite reads these names, too. */
export const sqlTypes = {
  text: 'TEXT',
  textOrNull: 'TEXT',
  environment: 'TEXT',
  environmentOrNull: 'TEXT',
  scope: 'TEXT',
  integer: 'BIGINT',
  integerOrNull: 'BIGINT',
  flag: 'BOOLEAN',
  flagOrNull: 'BOOLEAN',
} as const satisfies Record<ColumnKind, string>

/** One column of a table: its kind, and how to get its value from the stored object. */
type ColumnOf<T> = { [K in ColumnKind]: { kind: K; get: (stored: T) => Values[K] } }[ColumnKind]
/** A table's columns by name. */
export type ColumnsOf<T> = Record<string, ColumnOf<T>>

/** Returns a column whose value is a property of the stored object. */
export function column<K extends ColumnKind, P extends string>(kind: K, property: P) {
  return { kind, property, get: (stored: { readonly [N in P]: Values[K] }) => stored[property] }
}

/** Returns the values of an object's columns, in order. */
export function valuesOf<T>(columns: ColumnsOf<T>, stored: T): Value[] {
  return Object.values(columns).map(({ get }) => get(stored))
}

/** All stored fields of a link. Both engines derive their statements, parameters and reads from this list. */
export const linkColumns = {
  id: { kind: 'integer', get: (link) => link.id },
  path: { kind: 'text', get: linkKey },
  own_path: { kind: 'textOrNull', get: ({ ownKey, path }) => (ownKey === null ? null : path) },
  project_id: { kind: 'text', get: (link) => link.project },
  environment: { kind: 'environment', get: (link) => link.environment },
  origin: { kind: 'textOrNull', get: (link) => link.origin },
  active: { kind: 'flag', get: (link) => link.active },
  active_until: { kind: 'integerOrNull', get: (link) => link.activeUntil },
  erased_at: { kind: 'integerOrNull', get: (link) => link.erasedAt },
  updated_at: { kind: 'integer', get: (link) => link.updatedAt },
  ...byName(fieldsOf('text'), (name) => ({ kind: 'text' as const, get: (link: LinkRow) => link[name] })),
  data: { kind: 'text', get: (link) => link.data },
  tags: { kind: 'text', get: (link) => link.tags },
  ios_url: { kind: 'textOrNull', get: (link) => link.ios?.url ?? null },
  ios_open_app: { kind: 'flagOrNull', get: (link) => link.ios?.openApp ?? null },
  android_url: { kind: 'textOrNull', get: (link) => link.android?.url ?? null },
  android_open_app: { kind: 'flagOrNull', get: (link) => link.android?.openApp ?? null },
  desktop_url: { kind: 'textOrNull', get: (link) => link.desktop?.url ?? null },
  preview_ios: { kind: 'flag', get: (link) => link.previewIos },
  preview_android: { kind: 'flag', get: (link) => link.previewAndroid },
  image: { kind: 'textOrNull', get: (link) => link.image },
  pass_query: { kind: 'flagOrNull', get: (link) => link.passQuery },
  ...byName(fieldsOf('tracking'), (field) => trackingColumn(trackingName(field))),
  created_at: { kind: 'integer', get: (link) => link.createdAt },
  idempotency_key: { kind: 'textOrNull', get: (link) => link.idempotency?.key ?? null },
  request_hash: { kind: 'textOrNull', get: (link) => link.idempotency?.requestHash ?? null },
  key_name: { kind: 'textOrNull', get: (link) => link.keyName },
} as const satisfies ColumnsOf<LinkRow>

function trackingColumn(name: TrackingName) {
  return { kind: 'textOrNull' as const, get: (link: LinkRow) => link.tracking[name] }
}

export const termColumns = {
  rate_per_minute: { kind: 'integerOrNull', get: ({ terms }) => terms.ratePerMinute },
  links_per_day: { kind: 'integerOrNull', get: ({ terms }) => terms.linksPerDay },
  changes_per_day: { kind: 'integerOrNull', get: ({ terms }) => terms.changesPerDay },
  query_off: { kind: 'integerOrNull', get: ({ terms }) => (terms.passesQuery ? null : 1) },
  ...byName(domainColumns, (name) => ({
    kind: 'textOrNull' as const,
    get: ({ terms }: Pick<Project, 'terms'>) => domainTexts(terms)[name],
  })),
  terms_set_at: { kind: 'integerOrNull', get: ({ terms }) => terms.setAt },
} as const satisfies ColumnsOf<Pick<Project, 'terms'>>

export const projectColumns = {
  id: { kind: 'text', get: (project) => project.id },
  name: { kind: 'text', get: (project) => project.name },
  active: { kind: 'flag', get: (project) => project.active },
  created_at: { kind: 'integer', get: (project) => project.createdAt },
  ...termColumns,
  deleted_at: { kind: 'integerOrNull', get: (project) => project.deletedAt },
  changes_off: { kind: 'flag', get: (project) => project.changesOff },
} as const satisfies ColumnsOf<Project>

export const keyColumns = {
  hash: column('text', 'hash'),
  project_id: column('text', 'project'),
  created_at: column('integer', 'createdAt'),
  expires_at: column('integerOrNull', 'expiresAt'),
  name: column('text', 'name'),
  environment: column('environmentOrNull', 'environment'),
  scope: column('scope', 'scope'),
  last_used_at: column('integerOrNull', 'lastUsedAt'),
  may_list: column('flag', 'mayList'),
  may_invite: column('flag', 'mayInvite'),
} as const satisfies ColumnsOf<ProjectKey>
