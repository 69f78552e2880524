import type { Environment } from '../../../contract/service/api/headers.ts'
import type { FieldOf } from '../../../contract/service/link/fields.ts'
import type { AppTarget } from '../../../contract/service/redirect/engine.ts'
import type { Tracking } from '../../../contract/service/redirect/tracking.ts'

/** A link's content and targets, complete: every omitted field has its default. */
export interface LinkContent extends Record<FieldOf<'text'>, string> {
  /**
   * The text of a JSON object, byte for byte as it was sent: `jsonb` or parsing would change number
   * spellings.
   */
  data: string
  /** The text of a JSON array of strings. */
  tags: string
  ios: AppTarget | null
  android: AppTarget | null
  desktop: { url: string } | null
  previewIos: boolean
  previewAndroid: boolean
  /** URL of the preview's image. */
  image: string | null
  tracking: Tracking
}

/** The owner of a link. Projects and the two environments never see each other's links. */
export interface LinkOwner {
  project: string
  environment: Environment
}

/** A use of the `Idempotency-Key` header: the key, and a hash of the body it came with. */
export interface IdempotencyUse {
  key: string
  requestHash: string
}

/** The state of a link: switched on or off, and when it was last modified. */
export interface LinkState {
  /** Whether it is switched on; `isActive` says whether it is active. */
  active: boolean
  /** Increases with every change, so it identifies a link's state. */
  updatedAt: number
}

/** A link as read by path. The redirect engine uses it too (`RedirectRules`). */
export interface StoredLink extends LinkContent, LinkOwner, LinkState {
  /** Unique, at most 2^53 − 1. Created by the caller, because a database sequence would not scale out. */
  id: number
  path: string
  /** Identifies an own path: its host and folded path, see `ownPathKey`. `null` for a generated path. */
  ownKey: string | null
  /** Origin of the shared link; `null` for the default origin. */
  origin: string | null
  /** When the link stops being active; `null` for never. */
  activeUntil: number | null
  /** When its content was erased; `null` if it wasn't. */
  erasedAt: number | null
  /** Whether parameters of visitors are passed on; `null` for what the project says. */
  passQuery: boolean | null
  /** Milliseconds since 1970, UTC, as all times here. */
  createdAt: number
}

/** What identifies a link to the store: unlike an own path, it is unique in the database. */
export function linkKey({ path, ownKey }: Pick<StoredLink, 'path' | 'ownKey'>): string {
  return ownKey ?? path
}

/**
 * Returns the key of an own path (decision 40). A generated path has no slash. `host` is in the form of `webHost`, and
 * empty for the default origin.
 */
export function ownPathKey(host: string, foldedPath: string): string {
  return `${host}/${foldedPath}`
}

/** Returns the folded path in a key of `ownPathKey`. */
export function foldedPathOf(ownKey: string): string {
  return ownKey.slice(ownKey.indexOf('/') + 1)
}

/** All stored fields of a link. */
export interface LinkRow extends StoredLink {
  idempotency: IdempotencyUse | null
  /** Name of the key that created it; `null` if it was created before keys had names. */
  keyName: string | null
}

/** The link that used an idempotency key before. */
export interface EarlierCreate {
  kind: 'repeated'
  path: string
  origin: string | null
  requestHash: string
  createdAt: number
}
