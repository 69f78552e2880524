import { namesOf } from '../../contract/service/link/fields.ts'
import type { AuditLog, AuditEntry } from './auditLog.ts'
import type { ColumnsOf } from './columns.ts'
import { createSelection } from './selection.ts'
import type { Row } from './selection.ts'

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
