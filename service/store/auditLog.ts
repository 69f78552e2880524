/** An operator's action. It is recorded before it is carried out. */
export interface AuditEntry {
  /** Increases with each entry. */
  id: number
  /** In milliseconds since 1970. */
  at: number
  /** The operating system's user. */
  who: string
  /** The user who ran `sudo` to become that user. */
  sudo: string | null
  /** The computer's host name. */
  host: string
  /** The command, such as `key rotate`. */
  act: string
  /** What the action applies to, and its details: a JSON object as text, without secrets. */
  what: string
}

/** The audit log. It is append-only: the database itself refuses to change or delete entries. */
export interface AuditLog {
  /** Resolves to whether the entry was added; `false` if the id exists. */
  add(entry: AuditEntry): Promise<boolean>
  /** The latest entry of an action; `null` if there is none. */
  findLast(act: string): Promise<AuditEntry | null>
  /** Entries with an id above `after`, lowest first, at most `limit`. */
  scan(after: number, limit: number): Promise<AuditEntry[]>
}
