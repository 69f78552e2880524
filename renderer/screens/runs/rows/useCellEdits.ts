import { useRef } from 'react'
import type { Problem } from '../../../../contract/app/problems/problem.ts'
import type { ProblemError } from '../../../api/problemError.ts'
import { useEditCells } from '../../../api/runCells.ts'
import { showProblemToast } from '../../../ui/problem/showProblem.ts'

export interface CellEdit {
  /** The row's number, from 1. */
  number: number
  column: number
  text: string
}

/** The new and the previous text of edited cells. */
export interface UndoEntry {
  after: readonly CellEdit[]
  before: readonly CellEdit[]
}

/** Maximum number of edits in one call, and their total length in UTF-16 units, which is at most 3 MB of JSON. */
const [batchSize, batchLength] = [1_000, 500_000]
const maxUndoEntries = 100

/** Saves cell edits, one call at a time, and undoes the latest edit. Edits that fail can be tried again. */
export function useCellEdits(id: string) {
  const edit = useEditCells()
  const history = useRef<UndoEntry[]>([])
  const queue = useRef<Promise<void>>(Promise.resolve())
  /** Edits that couldn't be saved, by cell. They share one toast, because only a few toasts are shown at once. */
  const unsaved = useRef(new Map<string, CellEdit>())
  const send = async (cells: readonly CellEdit[]) => {
    let problem: Problem | null = null
    for (const batch of splitBatches(cells)) {
      try {
        await edit.mutateAsync({ id, cells: batch })
        for (const cell of batch) unsaved.current.delete(cellKey(cell))
      } catch (error) {
        problem = (error as ProblemError).problem
        for (const cell of batch) unsaved.current.set(cellKey(cell), cell)
      }
    }
    if (problem) showProblemToast(problem, finalCodes.has(problem.code) ? undefined : { id, run: retry })
  }
  // Two edits of one cell must arrive in order.
  const enqueue = (cells: () => readonly CellEdit[]) => {
    queue.current = queue.current.then(() => send(cells()))
  }
  const retry = () => enqueue(() => [...unsaved.current.values()])
  const write = (cells: readonly CellEdit[]) => enqueue(() => cells)
  return {
    write: (edited: UndoEntry) => {
      history.current = [...history.current.slice(-maxUndoEntries), edited]
      write(edited.after)
    },
    /** Undoes the latest edit. Returns it, or `null` if there is none. */
    undo: (): UndoEntry | null => {
      const last = history.current.pop()
      if (!last) return null
      write(last.before)
      return last
    },
  }
}

/** Problems after which the cells can no longer be changed. */
const finalCodes: ReadonlySet<Problem['code']> = new Set(['run_begun', 'run_not_found'])

function cellKey({ number, column }: CellEdit): string {
  return `${number} ${column}`
}

/** Splits edits into batches for one call each. */
function splitBatches(cells: readonly CellEdit[]): CellEdit[][] {
  const batches: CellEdit[][] = []
  let batch: CellEdit[] = []
  let length = 0
  for (const cell of cells) {
    if (batch.length === 0 || batch.length === batchSize || length + cell.text.length > batchLength) {
      batches.push((batch = []))
      length = 0
    }
    batch.push(cell)
    length += cell.text.length
  }
  return batches
}
