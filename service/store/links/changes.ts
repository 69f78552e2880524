import type { IdempotencyUse, LinkOwner, StoredLink } from './links.ts'

/** A change of a link. Entries are immutable. */
export interface LinkChange extends LinkOwner {
  link: number
  /** Time of the change, in milliseconds since 1970. Unique for the link, and its modification time until the next change. */
  at: number
  /** Name of the key that made it; `null` for the operator. */
  keyName: string | null
  /** The text of a JSON object: by field, its value `from` before and `to` after. */
  fields: string
  idempotency: IdempotencyUse | null
}

/** A link whose changes are looked for. */
type ChangedLink = Pick<StoredLink, 'id' | keyof LinkOwner>

/** How links were changed. The database itself refuses to change an entry. */
export interface ChangeStore {
  /**
   * Stores a link's new content with the entry of its history, both or none. Resolves to `false` if the link was
   * modified since `previousUpdatedAt`, or the idempotency key was used for a change since `expiredBefore`.
   */
  apply(
    newLink: StoredLink,
    change: LinkChange,
    previousUpdatedAt: number,
    expiredBefore: number,
  ): Promise<boolean>
  /**
   * Finds the latest change that used an idempotency key since a time: this link's, or else another's. Two links can have one
   * if they were changed with the key at the same moment.
   */
  findRepeated(link: ChangedLink, key: string, expiredBefore: number): Promise<LinkChange | null>
  /** A link's changes before a time, newest first, at most `limit`. */
  list(link: number, before: number, limit: number): Promise<LinkChange[]>
  /** All changes after this one, ordered by link and time, at most `limit`. */
  scan(after: Pick<LinkChange, 'link' | 'at'>, limit: number): Promise<LinkChange[]>
  /** Stores changes unchanged: only for copies. Skips those that exist; resolves to the number of stored ones. */
  put(changes: readonly LinkChange[]): Promise<number>
  /** Erases a link, given by its `linkKey`, except for its path, owner and times. Resolves to `false` if there is no such link, or it is erased already. */
  erase(key: string, now: number): Promise<boolean>
  /** Deletes the history of links that were erased or deleted with their project. The database refuses it for others. */
  forget(links: readonly number[]): Promise<number>
}
