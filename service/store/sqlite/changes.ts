import type { ChangeStore } from '../changes.ts'
import { createChangeStore } from '../changeStore.ts'
import type { ChangeValues } from '../changeStore.ts'
import { toParam } from './rows.ts'
import type { StatementRunner } from './statements.ts'
import type { Write } from './writer.ts'

interface Parts extends StatementRunner {
  /** Runs several statements as one write. Resolves to the number of rows that the last one changed. */
  run: (write: Write) => Promise<number>
}

export function createSqliteChangeStore({ read, write, run }: Parts): ChangeStore {
  return createChangeStore({
    read,
    write: (name, params) => write(name, params.map(toParam)),
    apply: async (values) => (await run(changeWrites(values))) === 1,
  })
}

/** Returns both parts of a change as one write: the link changes only if its entry was added. */
function changeWrites({ entry, condition, content }: ChangeValues): Write {
  const path = condition.slice(0, 1)
  return [
    ['addChange', ...[...entry, ...condition].map(toParam)],
    ['changeLink', ...[...content, ...path].map(toParam)],
  ]
}
