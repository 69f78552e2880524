import type { AppTarget } from '../../contract/redirect/engine.ts'
import { namesOf } from '../../contract/link/fields.ts'
import { keyColumns, linkColumns, projectColumns } from './columns.ts'
import type { ProjectOrigins, ProjectTerms } from './projectTerms.ts'
import { selection } from './selection.ts'
import type { Row, Selection } from './selection.ts'
import type { KeyInUse, LinkRow, LinkState, Project, ProjectKey, Repeated, StoredLink } from './store.ts'
import { StoreDamaged } from './unavailable.ts'

/** Columns that are for idempotency and copies: a visit and a lookup do without. */
type Kept = 'created_at' | 'idempotency_key' | 'request_hash'
type LinkColumn = keyof typeof linkColumns
const kept: ReadonlySet<LinkColumn> = new Set<Kept>(['created_at', 'idempotency_key', 'request_hash'])

/** What a request has to know of its project, found together with its key. */
const ofProject = {
  active: projectColumns.active,
  rate_per_minute: projectColumns.rate_per_minute,
  links_per_day: projectColumns.links_per_day,
  link_origin: projectColumns.link_origin,
  link_origins: projectColumns.link_origins,
  terms_set_at: projectColumns.terms_set_at,
}
export const ofProjectNames = namesOf(ofProject)

/** What each statement selects, by what it is read as. */
export const selections = {
  link: selection(
    linkColumns,
    namesOf(linkColumns).filter((name): name is Exclude<LinkColumn, Kept> => !kept.has(name)),
  ),
  linkRow: selection(linkColumns, namesOf(linkColumns)),
  linkState: selection(linkColumns, ['path', 'active', 'updated_at']),
  linkId: selection(linkColumns, ['path', 'id']),
  idempotencyUse: selection(linkColumns, ['path', 'origin', 'request_hash', 'created_at']),
  project: selection(projectColumns, namesOf(projectColumns)),
  projectOrigins: selection(projectColumns, ['id', 'link_origins']),
  key: selection(keyColumns, namesOf(keyColumns)),
  /** The key's columns, then its project's. */
  keyInUse: selection({ ...keyColumns, ...ofProject }, [...namesOf(keyColumns), ...namesOf(ofProject)]),
}

export const linkOfRow = linkReader(selections.link.read)
const linkOfWholeRow = linkReader(selections.linkRow.read)

function linkReader(
  read: Selection<typeof linkColumns, Exclude<LinkColumn, Kept>>['read'],
): (row: Row) => StoredLink {
  return (row) => ({
    id: read.id(row),
    path: read.path(row),
    project: read.project_id(row),
    environment: read.environment(row),
    origin: read.origin(row),
    active: read.active(row),
    updatedAt: read.updated_at(row),
    title: read.title(row),
    subtitle: read.subtitle(row),
    data: read.data(row),
    tags: read.tags(row),
    ios: appTarget(read.ios_url(row), read.ios_open_app(row)),
    android: appTarget(read.android_url(row), read.android_open_app(row)),
    desktop: target(read.desktop_url(row)),
    previewIos: read.preview_ios(row),
    previewAndroid: read.preview_android(row),
    tracking: {
      campaign: read.tracking_campaign(row),
      source: read.tracking_source(row),
      medium: read.tracking_medium(row),
    },
  })
}

function appTarget(url: string | null, openApp: boolean | null): AppTarget | null {
  return url === null ? null : { url, openApp: openApp === true }
}

function target(url: string | null): StoredLink['desktop'] {
  return url === null ? null : { url }
}

export function linkRowOfRow(row: Row): LinkRow {
  const { read } = selections.linkRow
  const key = read.idempotency_key(row)
  return {
    ...linkOfWholeRow(row),
    createdAt: read.created_at(row),
    idempotency: key === null ? null : { key, requestHash: present(read.request_hash(row)) },
  }
}

export function linkStateOfRow(row: Row): LinkState {
  const { read } = selections.linkState
  return { active: read.active(row), updatedAt: read.updated_at(row) }
}

/** The link that used an idempotency key before. */
export function repeatedOfRow(row: Row): Repeated {
  const { read } = selections.idempotencyUse
  return {
    kind: 'repeated',
    path: read.path(row),
    origin: read.origin(row),
    requestHash: present(read.request_hash(row)),
    createdAt: read.created_at(row),
  }
}

/** What is never missing beside what was found with it. */
function present(text: string | null): string {
  if (text === null) throw new StoreDamaged('A stored idempotency key has no hash of its request.')
  return text
}

export function projectOfRow(row: Row): Project {
  const { read } = selections.project
  return {
    id: read.id(row),
    name: read.name(row),
    active: read.active(row),
    createdAt: read.created_at(row),
    terms: termsOfRow(read, row),
    deletedAt: read.deleted_at(row),
  }
}

export function keyOfRow(row: Row): ProjectKey {
  const { read } = selections.key
  return {
    hash: read.hash(row),
    project: read.project_id(row),
    createdAt: read.created_at(row),
    expiresAt: read.expires_at(row),
  }
}

/** A key, and what a request has to know of its project. */
export function keyInUseOfRow(row: Row): KeyInUse {
  const { read } = selections.keyInUse
  return { ...keyOfRow(row), projectActive: read.active(row), terms: termsOfRow(read, row) }
}

type TermColumn = 'rate_per_minute' | 'links_per_day' | 'link_origin' | 'link_origins' | 'terms_set_at'

function termsOfRow(read: Selection<typeof projectColumns, TermColumn>['read'], row: Row): ProjectTerms {
  return {
    ratePerMinute: read.rate_per_minute(row),
    linksPerDay: read.links_per_day(row),
    linkOrigin: read.link_origin(row),
    linkOrigins: originsIn(read.link_origins(row)),
    setAt: read.terms_set_at(row),
  }
}

export function originsOfRow(row: Row): ProjectOrigins {
  const { read } = selections.projectOrigins
  return { project: read.id(row), origins: originsIn(read.link_origins(row)) }
}

function originsIn(text: string | null): string[] {
  return text === null ? [] : text.split(' ')
}
