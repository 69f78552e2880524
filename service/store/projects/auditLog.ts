import { namesOf } from '../../../contract/service/link/fields.ts'
import type { ColumnsOf } from '../schema/columns.ts'
import { createSelection, type Row } from '../schema/selection.ts'

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

export const auditColumns = {
  id: { kind: 'integer', get: (entry) => entry.id },
  at: { kind: 'integer', get: (entry) => entry.at },
  who: { kind: 'text', get: (entry) => entry.who },
  sudo: { kind: 'textOrNull', get: (entry) => entry.sudo },
  host: { kind: 'text', get: (entry) => entry.host },
  act: { kind: 'text', get: (entry) => entry.act },
  what: { kind: 'text', get: (entry) => entry.what },
} as const satisfies ColumnsOf<AuditEntry>

/** Columns that each statement selects. */
export const auditSelection = createSelection(auditColumns, namesOf(auditColumns))

interface Parts {
  read: (name: 'scanAuditEntries' | 'findLastAuditEntry', params: (string | number)[]) => Promise<Row[]>
  /** Resolves to the number of added rows. */
  write: (name: 'addAuditEntry', params: (string | number | null)[]) => Promise<number>
}

/** Returns the audit log of a database of either engine. */
export function createAuditLog({ read, write }: Parts): AuditLog {
  const { id, at: readAt, who, sudo, host, act, what } = auditSelection.read
  const toEntry = (row: Row): AuditEntry => ({
    id: id(row),
    at: readAt(row),
    who: who(row),
    sudo: sudo(row),
    host: host(row),
    act: act(row),
    what: what(row),
  })
  return {
    add: async (entry) =>
      (await write(
        'addAuditEntry',
        Object.values(auditColumns).map(({ get }) => get(entry)),
      )) === 1,
    findLast: async (act) => (await read('findLastAuditEntry', [act])).map(toEntry)[0] ?? null,
    scan: async (after, limit) => (await read('scanAuditEntries', [after, limit])).map(toEntry),
  }
}
