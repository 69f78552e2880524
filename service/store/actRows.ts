import { namesOf } from '../../contract/link/fields.ts'
import type { ActStore, OperatorAct } from './acts.ts'
import type { ColumnsOf } from './columns.ts'
import { createSelection } from './selection.ts'
import type { Row } from './selection.ts'

export const actColumns = {
  id: { kind: 'integer', of: (act) => act.id },
  at: { kind: 'integer', of: (act) => act.at },
  who: { kind: 'text', of: (act) => act.who },
  sudo: { kind: 'textOrNull', of: (act) => act.sudo },
  host: { kind: 'text', of: (act) => act.host },
  act: { kind: 'text', of: (act) => act.act },
  what: { kind: 'text', of: (act) => act.what },
} as const satisfies ColumnsOf<OperatorAct>

/** Columns that each statement selects. */
export const actSelection = createSelection(actColumns, namesOf(actColumns))

interface Parts {
  read: (name: 'scanActs', params: number[]) => Promise<Row[]>
  /** Resolves to the number of added rows. */
  write: (name: 'addAct', params: (string | number | null)[]) => Promise<number>
}

/** Returns the audit log of a database of either engine. */
export function createActStore({ read, write }: Parts): ActStore {
  const { id, at: readId, who, sudo, host, act, what } = actSelection.read
  const actOfRow = (row: Row): OperatorAct => ({
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
        'addAct',
        Object.values(actColumns).map(({ of }) => of(added)),
      )) === 1,
    scan: async (after, limit) => (await read('scanActs', [after, limit])).map(actOfRow),
  }
}
