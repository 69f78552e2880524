import type { SQLInputValue, SQLOutputValue } from 'node:sqlite'
import type { AppTarget } from '../../../contract/redirect/engine.ts'
import type { LinkRow, LinkState, Project, ProjectKey, StoredLink } from '../store.ts'
import { StoreDamaged } from '../unavailable.ts'

/** A row as an array in the order of the statement's columns, which is quicker to make than an object. */
export type Row = SQLOutputValue[]

const bit = (value: boolean) => (value ? 1 : 0)

/** The parameters of `insertLink` and `putLink`. */
export function linkParams(link: LinkRow): SQLInputValue[] {
  return [
    link.id,
    link.path,
    link.project,
    link.environment,
    bit(link.active),
    link.updatedAt,
    link.title,
    link.subtitle,
    link.data,
    link.tags,
    ...targetParams(link.ios),
    ...targetParams(link.android),
    link.desktop?.url ?? null,
    bit(link.previewIos),
    bit(link.previewAndroid),
    link.tracking.campaign,
    link.tracking.source,
    link.tracking.medium,
    link.createdAt,
    link.idempotency?.key ?? null,
    link.idempotency?.requestHash ?? null,
  ]
}

function targetParams(target: AppTarget | null): [url: string | null, openApp: number | null] {
  return target ? [target.url, bit(target.openApp)] : [null, null]
}

/** Throws `StoreDamaged` for what no link can have: SQLite looks at types when it writes, and not when it reads. */
export function linkOfRow(row: Row): StoredLink {
  refuseDamaged(row)
  const desktop = row[14] as string | null
  return {
    id: row[0] as number,
    path: row[1] as string,
    project: row[2] as string,
    environment: row[3] as StoredLink['environment'],
    active: row[4] === 1,
    updatedAt: row[5] as number,
    title: row[6] as string,
    subtitle: row[7] as string,
    data: row[8] as string,
    tags: row[9] as string,
    ios: target(row[10], row[11]),
    android: target(row[12], row[13]),
    desktop: desktop === null ? null : { url: desktop },
    previewIos: row[15] === 1,
    previewAndroid: row[16] === 1,
    tracking: {
      campaign: row[17] as string | null,
      source: row[18] as string | null,
      medium: row[19] as string | null,
    },
  }
}

type Kinds = readonly [column: number, type: 'number' | 'string'][]
const required: Kinds = [
  [0, 'number'],
  [1, 'string'],
  [2, 'string'],
  [3, 'string'],
  [4, 'number'],
  [5, 'number'],
  [6, 'string'],
  [7, 'string'],
  [8, 'string'],
  [9, 'string'],
]
/** Texts that may be missing. */
const optional = [10, 12, 14, 17, 18, 19]

function refuseDamaged(row: Row): void {
  const isSound =
    required.every(([column, type]) => typeof row[column] === type) &&
    optional.every((column) => row[column] === null || typeof row[column] === 'string')
  if (!isSound) throw new StoreDamaged('A stored link has values that no link can have.')
}

/** Of a row of `findLinkState`. */
export function linkStateOfRow([active, updatedAt]: Row): LinkState {
  return { active: active === 1, updatedAt: updatedAt as number }
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
  return typeof url === 'string' ? { url, openApp: openApp === 1 } : null
}

export function projectOfRow(row: Row): Project {
  return {
    id: row[0] as string,
    name: row[1] as string,
    active: row[2] === 1,
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
