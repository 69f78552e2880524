import type { Environment } from '../../contract/headers.ts'
import { byName, fieldsOf, trackingName } from '../../contract/link/fields.ts'
import type { TrackingName } from '../../contract/link/fields.ts'
import type { KeyScope } from '../../contract/keyScope.ts'
import { domainTexts } from './domainTexts.ts'
import type { DomainTexts } from './domainTexts.ts'
import type { LinkRow } from './links.ts'
import type { Project, ProjectKey } from './store.ts'

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

/** One column of a table: its kind, and how to get its value from the stored object. */
type ColumnOf<T> = { [K in ColumnKind]: { kind: K; of: (stored: T) => Values[K] } }[ColumnKind]
/** A table's columns by name. */
export type ColumnsOf<T> = Record<string, ColumnOf<T>>

/** All stored fields of a link. Both engines derive their statements, parameters and reads from this list. */
export const linkColumns = {
  id: { kind: 'integer', of: (link) => link.id },
  path: { kind: 'text', of: (link) => link.path },
  project_id: { kind: 'text', of: (link) => link.project },
  environment: { kind: 'environment', of: (link) => link.environment },
  origin: { kind: 'textOrNull', of: (link) => link.origin },
  active: { kind: 'flag', of: (link) => link.active },
  active_until: { kind: 'integerOrNull', of: (link) => link.activeUntil },
  updated_at: { kind: 'integer', of: (link) => link.updatedAt },
  ...byName(fieldsOf('text'), (name) => ({ kind: 'text' as const, of: (link: LinkRow) => link[name] })),
  data: { kind: 'text', of: (link) => link.data },
  tags: { kind: 'text', of: (link) => link.tags },
  ios_url: { kind: 'textOrNull', of: (link) => link.ios?.url ?? null },
  ios_open_app: { kind: 'flagOrNull', of: (link) => link.ios?.openApp ?? null },
  android_url: { kind: 'textOrNull', of: (link) => link.android?.url ?? null },
  android_open_app: { kind: 'flagOrNull', of: (link) => link.android?.openApp ?? null },
  desktop_url: { kind: 'textOrNull', of: (link) => link.desktop?.url ?? null },
  preview_ios: { kind: 'flag', of: (link) => link.previewIos },
  preview_android: { kind: 'flag', of: (link) => link.previewAndroid },
  ...byName(fieldsOf('tracking'), (field) => trackingColumn(trackingName(field))),
  created_at: { kind: 'integer', of: (link) => link.createdAt },
  idempotency_key: { kind: 'textOrNull', of: (link) => link.idempotency?.key ?? null },
  request_hash: { kind: 'textOrNull', of: (link) => link.idempotency?.requestHash ?? null },
  key_name: { kind: 'textOrNull', of: (link) => link.keyName },
} as const satisfies ColumnsOf<LinkRow>

function trackingColumn(name: TrackingName) {
  return { kind: 'textOrNull' as const, of: (link: LinkRow) => link.tracking[name] }
}

/** The columns of a project's domains and apps. */
function termColumns<N extends keyof DomainTexts>(...names: N[]) {
  return byName(names, (name) => ({
    kind: 'textOrNull' as const,
    of: ({ terms }: Project) => domainTexts(terms)[name],
  }))
}

export const projectColumns = {
  id: { kind: 'text', of: (project) => project.id },
  name: { kind: 'text', of: (project) => project.name },
  active: { kind: 'flag', of: (project) => project.active },
  created_at: { kind: 'integer', of: (project) => project.createdAt },
  rate_per_minute: { kind: 'integerOrNull', of: ({ terms }) => terms.ratePerMinute },
  links_per_day: { kind: 'integerOrNull', of: ({ terms }) => terms.linksPerDay },
  ...termColumns('link_origin', 'link_origins', 'link_domains', 'link_apps'),
  terms_set_at: { kind: 'integerOrNull', of: ({ terms }) => terms.setAt },
  deleted_at: { kind: 'integerOrNull', of: (project) => project.deletedAt },
  changes_off: { kind: 'flag', of: (project) => project.changesOff },
} as const satisfies ColumnsOf<Project>

export const keyColumns = {
  hash: { kind: 'text', of: (key) => key.hash },
  project_id: { kind: 'text', of: (key) => key.project },
  created_at: { kind: 'integer', of: (key) => key.createdAt },
  expires_at: { kind: 'integerOrNull', of: (key) => key.expiresAt },
  name: { kind: 'text', of: (key) => key.name },
  environment: { kind: 'environmentOrNull', of: (key) => key.environment },
  scope: { kind: 'scope', of: (key) => key.scope },
  last_used_at: { kind: 'integerOrNull', of: (key) => key.lastUsedAt },
} as const satisfies ColumnsOf<ProjectKey>
