import type { ChangeValues } from '../changeStore.ts'
import { toParam } from './rows.ts'
import type { Write } from './writer.ts'

/** Returns both parts of a change as one write: the link changes only if its entry was added. */
export function changeWrites({ entry, condition, content }: ChangeValues): Write {
  const path = condition.slice(0, 1)
  return [
    ['addChange', ...[...entry, ...condition].map(toParam)],
    ['changeLink', ...[...content, ...path].map(toParam)],
  ]
}
