import type { DatabaseSync } from 'node:sqlite'
import { foldPath } from '../../../../contract/service/link/ownPath.ts'
import { processRows, startStep } from '../../step.ts'
import type { PathCheck } from './judge.ts'

/** What the service said about the path of a row. */
export interface CheckedRow {
  number: number
  path: string
  check: PathCheck
}

/** Saves an answer for a row if it still has the path, and judges the row by it. */
type Judge = (number: number, path: string, text: string) => void

/** Saves answers about paths in short transactions, so that other calls are answered in between. */
export async function savePathChecks(
  sql: DatabaseSync,
  { id, checks }: { id: string; checks: readonly CheckedRow[] },
  inTransaction: (save: (judge: Judge) => number) => Promise<number>,
): Promise<void> {
  // Most paths are free, which changes nothing else.
  const markFree = sql.prepare(
    `UPDATE run_rows SET path_check = ? WHERE run = ? AND number = ? AND own_path = ? AND state = 'ready'`,
  )
  for (let done = 0; done < checks.length;) {
    const rest = { rows: checks.slice(done), next: null }
    done += await inTransaction(
      (judge) =>
        processRows(rest, startStep(), ({ number, path, check }) => {
          const [text, folded] = [JSON.stringify(check), foldPath(path)]
          if (check.state === 'free') markFree.run(text, id, number, folded)
          else judge(number, folded, text)
        }).rows.length,
    )
  }
}
