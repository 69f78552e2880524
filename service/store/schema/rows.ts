import type { AppTarget } from '../../../contract/service/redirect/engine.ts'
import { byName, namesOf, pick } from '../../../contract/service/link/fields.ts'
import { keyColumns, linkColumns, projectColumns, termColumns } from './columns.ts'
import { domainColumns, parseDomains, type DomainTexts } from '../projects/domainTexts.ts'
import { defaultTerms, type ProjectDomains, type ProjectTerms } from '../projects/projectTerms.ts'
import { createObjectReader, createSelection, type Row, type Selection } from './selection.ts'
import type { LinkRow, LinkState, StoredLink, EarlierCreate } from '../links/links.ts'
import type { KeyInUse, Project, ProjectKey } from '../projects/project.ts'
import { StoreDamagedError } from '../storeErrors.ts'

/** Columns that visits and lookups don't read: they are for idempotency, operators and copies. */
type OmittedColumn = 'idempotency_key' | 'request_hash' | 'key_name'
type LinkColumn = keyof typeof linkColumns
const omittedColumns: ReadonlySet<LinkColumn> = new Set<OmittedColumn>([
  'idempotency_key',
  'request_hash',
  'key_name',
])

/** The project's columns that a request needs, which are read together with its key. */
const projectFields = pick(projectColumns, [...(['active', 'changes_off'] as const), ...namesOf(termColumns)])
export const projectFieldNames = namesOf(projectFields)

/** Selected columns, by the type they are read as. */
export const selections = {
  link: createSelection(
    linkColumns,
    namesOf(linkColumns).filter(
      (name): name is Exclude<LinkColumn, OmittedColumn> => !omittedColumns.has(name),
    ),
  ),
  linkRow: createSelection(linkColumns, namesOf(linkColumns)),
  linkState: createSelection(linkColumns, ['path', 'active', 'updated_at']),
  linkId: createSelection(linkColumns, ['path', 'id']),
  idempotencyUse: createSelection(linkColumns, ['path', 'own_path', 'origin', 'request_hash', 'created_at']),
  project: createSelection(projectColumns, namesOf(projectColumns)),
  projectDomains: createSelection(projectColumns, ['id', 'deleted_at', ...domainColumns, 'query_off']),
  key: createSelection(keyColumns, namesOf(keyColumns)),
  /** The key's columns, then its project's. */
  keyInUse: createSelection({ ...keyColumns, ...projectFields }, [
    ...namesOf(keyColumns),
    ...namesOf(projectFields),
  ]),
}

export const toLink = createLinkReader(selections.link.read)
const toWholeLink = createLinkReader(selections.linkRow.read)

function createLinkReader(
  read: Selection<typeof linkColumns, Exclude<LinkColumn, OmittedColumn>>['read'],
): (row: Row) => StoredLink {
  return (row) => ({
    id: read.id(row),
    path: read.own_path(row) ?? read.path(row),
    ownKey: read.own_path(row) === null ? null : read.path(row),
    project: read.project_id(row),
    environment: read.environment(row),
    origin: read.origin(row),
    active: read.active(row),
    activeUntil: read.active_until(row),
    erasedAt: read.erased_at(row),
    createdAt: read.created_at(row),
    updatedAt: read.updated_at(row),
    title: read.title(row),
    subtitle: read.subtitle(row),
    data: read.data(row),
    tags: read.tags(row),
    ios: appTarget(read.ios_url(row), read.ios_open_app(row)),
    android: appTarget(read.android_url(row), read.android_open_app(row)),
    desktop: desktopTarget(read.desktop_url(row)),
    previewIos: read.preview_ios(row),
    previewAndroid: read.preview_android(row),
    image: read.image(row),
    passQuery: read.pass_query(row),
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

function desktopTarget(url: string | null): StoredLink['desktop'] {
  return url === null ? null : { url }
}

export function toLinkRow(row: Row): LinkRow {
  const { read } = selections.linkRow
  const key = read.idempotency_key(row)
  return {
    ...toWholeLink(row),
    idempotency: key === null ? null : { key, requestHash: requireText(read.request_hash(row)) },
    keyName: read.key_name(row),
  }
}

export function toLinkState(row: Row): LinkState {
  const { read } = selections.linkState
  return { active: read.active(row), updatedAt: read.updated_at(row) }
}

/** Reads the link that used an idempotency key before. */
export function toEarlierCreate(row: Row): EarlierCreate {
  const { read } = selections.idempotencyUse
  return {
    kind: 'repeated',
    path: read.own_path(row) ?? read.path(row),
    origin: read.origin(row),
    requestHash: requireText(read.request_hash(row)),
    createdAt: read.created_at(row),
  }
}

/** Returns a value that must be present if the other columns are. */
function requireText(text: string | null): string {
  if (text === null) throw new StoreDamagedError('A stored idempotency key has no hash of its request.')
  return text
}

export function toProject(row: Row): Project {
  const { read } = selections.project
  return {
    id: read.id(row),
    name: read.name(row),
    active: read.active(row),
    createdAt: read.created_at(row),
    terms: toTerms(read, row),
    deletedAt: read.deleted_at(row),
    changesOff: read.changes_off(row),
  }
}

export const toKey: (row: Row) => ProjectKey = createObjectReader(keyColumns)

/** Reads a key and what a request needs to know about its project. */
export function toKeyInUse(row: Row): KeyInUse {
  const { read } = selections.keyInUse
  const project = { projectActive: read.active(row), changesOff: read.changes_off(row) }
  return { ...toKey(row), ...project, terms: toTerms(read, row) }
}

type DomainColumn = keyof DomainTexts

function toTerms(
  read: Selection<typeof projectColumns, keyof typeof termColumns>['read'],
  row: Row,
): ProjectTerms {
  return {
    ratePerMinute: read.rate_per_minute(row),
    linksPerDay: read.links_per_day(row),
    changesPerDay: read.changes_per_day(row),
    passesQuery: read.query_off(row) === null,
    ...readDomains(read, row),
    setAt: read.terms_set_at(row),
  }
}

function readDomains(read: Selection<typeof projectColumns, DomainColumn>['read'], row: Row) {
  return parseDomains(byName(domainColumns, (name) => read[name](row)))
}

/** Links of a deleted project open no app. Its domains stay, so that visitors see that the links are deactivated. */
export function toDomains(row: Row): ProjectDomains {
  const { read } = selections.projectDomains
  const passesQuery = read.query_off(row) === null
  const domains = { project: read.id(row), passesQuery, ...readDomains(read, row) }
  return read.deleted_at(row) === null
    ? domains
    : { ...domains, apps: defaultTerms.apps, pages: defaultTerms.pages }
}
