import { hostname } from 'node:os'
import { byName, namesOf } from '../../../contract/service/link/fields.ts'
import { valuesOf, type ColumnsOf } from '../schema/columns.ts'
import { createSelection, type Row, type StatementRunner } from '../schema/selection.ts'
import { idAt } from '../../random/identity.ts'

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
export type AuditLog = ReturnType<typeof createAuditLog>

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

type Runner = StatementRunner<'scanAuditEntries' | 'findLastAuditEntry', 'addAuditEntry'>

/** Returns the audit log of a database of either engine. */
export function createAuditLog({ read, write }: Runner) {
  const toEntry = (row: Row) =>
    byName(auditSelection.names, (name) => auditSelection.read[name](row)) as unknown as AuditEntry
  const add = async (entry: AuditEntry) => (await write('addAuditEntry', valuesOf(auditColumns, entry))) === 1
  return {
    /** Resolves to whether the entry was added; `false` if the id exists. */
    add,
    /** Adds an entry for an action on this computer that begins now. */
    record: async (action: Omit<AuditEntry, 'id' | 'at' | 'host'>) => {
      for (let isAdded = false; !isAdded;) {
        const entryAt = Date.now()
        isAdded = await add({ id: idAt(entryAt), at: entryAt, host: hostname(), ...action })
      }
    },
    /** The latest entry of an action; `null` if there is none. */
    findLast: async (act: string) => (await read('findLastAuditEntry', [act])).map(toEntry)[0] ?? null,
    /** Entries with an id above `after`, lowest first, at most `limit`. */
    scan: async (after: number, limit: number) =>
      (await read('scanAuditEntries', [after, limit])).map(toEntry),
  }
}
