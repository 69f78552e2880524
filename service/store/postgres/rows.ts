import type { AppTarget } from '../../../contract/redirect/engine.ts'
import type { LinkRow, LinkState, Project, ProjectKey, StoredLink } from '../store.ts'
import { binaryArrays, binaryRows } from './binary.ts'
import type { ArrayParam, Value } from './binary.ts'

/** A row as an array in the order of the statement's columns, which is quicker to make than an object. */
export type Row = unknown[]

interface Column {
  name: string
  type: ArrayParam['type']
  of: (link: LinkRow) => Value
}

/** Everything that is stored of a link, in the order in which rows are read. */
export const linkColumns: readonly Column[] = [
  { name: 'id', type: 'BIGINT', of: (link) => link.id },
  { name: 'path', type: 'TEXT', of: (link) => link.path },
  { name: 'project_id', type: 'TEXT', of: (link) => link.project },
  { name: 'environment', type: 'TEXT', of: (link) => link.environment },
  { name: 'active', type: 'BOOLEAN', of: (link) => link.active },
  { name: 'updated_at', type: 'BIGINT', of: (link) => link.updatedAt },
  { name: 'title', type: 'TEXT', of: (link) => link.title },
  { name: 'subtitle', type: 'TEXT', of: (link) => link.subtitle },
  { name: 'data', type: 'TEXT', of: (link) => link.data },
  { name: 'tags', type: 'TEXT', of: (link) => link.tags },
  { name: 'ios_url', type: 'TEXT', of: (link) => link.ios?.url ?? null },
  { name: 'ios_open_app', type: 'BOOLEAN', of: (link) => link.ios?.openApp ?? null },
  { name: 'android_url', type: 'TEXT', of: (link) => link.android?.url ?? null },
  { name: 'android_open_app', type: 'BOOLEAN', of: (link) => link.android?.openApp ?? null },
  { name: 'desktop_url', type: 'TEXT', of: (link) => link.desktop?.url ?? null },
  { name: 'preview_ios', type: 'BOOLEAN', of: (link) => link.previewIos },
  { name: 'preview_android', type: 'BOOLEAN', of: (link) => link.previewAndroid },
  { name: 'tracking_campaign', type: 'TEXT', of: (link) => link.tracking.campaign },
  { name: 'tracking_source', type: 'TEXT', of: (link) => link.tracking.source },
  { name: 'tracking_medium', type: 'TEXT', of: (link) => link.tracking.medium },
  { name: 'created_at', type: 'BIGINT', of: (link) => link.createdAt },
  { name: 'idempotency_key', type: 'TEXT', of: (link) => link.idempotency?.key ?? null },
  { name: 'request_hash', type: 'TEXT', of: (link) => link.idempotency?.requestHash ?? null },
]

/** The parameters of the statements that store links: one array per column. */
export function linkParams(links: readonly LinkRow[]): Buffer[] {
  return binaryArrays(linkColumns.map(({ type, of }) => ({ type, elements: links.map(of) })))
}

/** The same links as the rows of a `COPY`. */
export function linkRows(links: readonly LinkRow[]): Buffer {
  return binaryRows(links, linkColumns)
}

export function linkOfRow(row: Row): StoredLink {
  const desktop = row[14] as string | null
  return {
    id: row[0] as number,
    path: row[1] as string,
    project: row[2] as string,
    environment: row[3] as StoredLink['environment'],
    active: row[4] as boolean,
    updatedAt: row[5] as number,
    title: row[6] as string,
    subtitle: row[7] as string,
    data: row[8] as string,
    tags: row[9] as string,
    ios: target(row[10], row[11]),
    android: target(row[12], row[13]),
    desktop: desktop === null ? null : { url: desktop },
    previewIos: row[15] as boolean,
    previewAndroid: row[16] as boolean,
    tracking: {
      campaign: row[17] as string | null,
      source: row[18] as string | null,
      medium: row[19] as string | null,
    },
  }
}

/** Of a row of `findLinkStates`, which begins with the path. */
export function linkStateOfRow([, active, updatedAt]: Row): LinkState {
  return { active: active as boolean, updatedAt: updatedAt as number }
}

export function linkRowOfRow(row: Row): LinkRow {
  const key = row[21] as string | null
  return {
    ...linkOfRow(row),
    createdAt: row[20] as number,
    idempotency: key === null ? null : { key, requestHash: row[22] as string },
  }
}

function target(url: unknown, openApp: unknown): AppTarget | null {
  return typeof url === 'string' ? { url, openApp: openApp === true } : null
}

export function projectOfRow(row: Row): Project {
  return {
    id: row[0] as string,
    name: row[1] as string,
    active: row[2] as boolean,
    createdAt: row[3] as number,
  }
}

export function keyOfRow(row: Row): ProjectKey {
  return {
    hash: row[0] as string,
    project: row[1] as string,
    createdAt: row[2] as number,
    expiresAt: row[3] as number | null,
  }
}
