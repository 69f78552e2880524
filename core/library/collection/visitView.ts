import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { LibraryView } from '../../../contract/app/library/view.ts'
import { startStep } from '../step.ts'
import { getBrokenRules } from './brokenRules.ts'
import { buildOrder, buildSelection, type Cursor } from './selection.ts'

/**
 * Visits the links of a view, newest first, until `visit` returns false. Works in steps, so that other work can run. `columns`
 * are columns of `entries`.
 */
export async function visitView(
  sql: DatabaseSync,
  view: LibraryView,
  columns: readonly string[],
  visit: (entry: Record<string, SQLOutputValue>) => boolean,
): Promise<void> {
  if (view.breaksRules) await getBrokenRules(sql).finish()
  const newest = { ...view, sort: 'newest' } as const
  const select = columns.map((column) => `entries.${column}`).join(', ')
  for (let after: Cursor | undefined; ;) {
    const selection = buildSelection(sql, newest, after)
    const entries = sql.prepare(`SELECT ${select} ${selection.from} ${buildOrder(newest, selection)}`)
    after = undefined
    // Begins with the first link: until then a search reads its whole index, so a step would get only one link further.
    let isOver: (() => boolean) | null = null
    for (const entry of entries.iterate(...selection.values)) {
      isOver ??= startStep()
      if (!visit(entry)) return
      if (!isOver()) continue
      after = { seq: Number(entry['seq']), key: '' }
      break
    }
    if (!after) return
    await nextTurn()
  }
}

/** Returns the number of links in a view, and the position of the newest. */
export async function measureView(
  sql: DatabaseSync,
  view: LibraryView,
): Promise<{ links: number; last: number }> {
  let [links, last] = [0, 0]
  await visitView(sql, view, ['seq'], ({ seq }) => {
    if (links++ === 0) last = Number(seq)
    return true
  })
  return { links, last }
}
