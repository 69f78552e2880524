import { hostname } from 'node:os'
import { namesOf } from '../../../contract/service/link/fields.ts'
import { column, valuesOf, type ColumnsOf } from '../schema/columns.ts'
import { createObjectReader, type Row, type StatementRunner } from '../schema/selection.ts'
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

export const auditColumns = {
  id: column('integer', 'id'),
  at: column('integer', 'at'),
  who: column('text', 'who'),
  sudo: column('textOrNull', 'sudo'),
  host: column('text', 'host'),
  act: column('text', 'act'),
  what: column('text', 'what'),
} as const satisfies ColumnsOf<AuditEntry>

/** The columns that each statement selects. */
export const auditNames = namesOf(auditColumns)
const toEntry: (row: Row) => AuditEntry = createObjectReader(auditColumns)

type Runner = StatementRunner<'scanAuditEntries' | 'findLastAuditEntry', 'addAuditEntry'>

/**
 * Returns the audit log of a database of either engine. It is append-only: the database itself refuses to change or delete
 * entries.
 */
export function createAuditLog({ read, write }: Runner) {
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
