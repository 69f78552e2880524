import { namesOf } from '../../contract/link/fields.ts'
import type { AuditLog, AuditEntry } from './auditLog.ts'
import type { ColumnsOf } from './columns.ts'
import { createSelection } from './selection.ts'
import type { Row } from './selection.ts'

export const auditColumns = {
  id: { kind: 'integer', get: (act) => act.id },
  at: { kind: 'integer', get: (act) => act.at },
  who: { kind: 'text', get: (act) => act.who },
  sudo: { kind: 'textOrNull', get: (act) => act.sudo },
  host: { kind: 'text', get: (act) => act.host },
  act: { kind: 'text', get: (act) => act.act },
  what: { kind: 'text', get: (act) => act.what },
} as const satisfies ColumnsOf<AuditEntry>

/** Columns that each statement selects. */
export const auditSelection = createSelection(auditColumns, namesOf(auditColumns))

interface Parts {
  read: (name: 'scanAuditEntries', params: number[]) => Promise<Row[]>
  /** Resolves to the number of added rows. */
  write: (name: 'addAuditEntry', params: (string | number | null)[]) => Promise<number>
}

/** Returns the audit log of a database of either engine. */
export function createAuditLog({ read, write }: Parts): AuditLog {
  const { id, at: readId, who, sudo, host, act, what } = auditSelection.read
  const entryOfRow = (row: Row): AuditEntry => ({
    id: id(row),
    at: readId(row),
    who: who(row),
    sudo: sudo(row),
    host: host(row),
    act: act(row),
    what: what(row),
  })
  return {
    add: async (added) =>
      (await write(
        'addAuditEntry',
        Object.values(auditColumns).map(({ get }) => get(added)),
      )) === 1,
    scan: async (after, limit) => (await read('scanAuditEntries', [after, limit])).map(entryOfRow),
  }
}
