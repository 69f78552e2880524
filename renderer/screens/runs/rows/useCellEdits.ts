import { useRef } from 'react'
import type { ProblemError } from '../../../api/problemError.ts'
import { useEditCells } from '../../../api/runCells.ts'
import { showProblemToast } from '../../../ui/problem/showProblem.tsx'

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

/** Maximum number of edits in one call. */
const batchSize = 1_000
const maxUndoEntries = 100

/** Saves cell edits, one call at a time, and undoes the latest edit. */
export function useCellEdits(id: string) {
  const edit = useEditCells()
  const history = useRef<UndoEntry[]>([])
  const queue = useRef<Promise<void>>(Promise.resolve())
  const write = (cells: readonly CellEdit[]) => {
    const batches = Array.from({ length: Math.ceil(cells.length / batchSize) }, (_, batchIndex) =>
      cells.slice(batchIndex * batchSize, (batchIndex + 1) * batchSize),
    )
    // Two edits of one cell must arrive in order.
    queue.current = queue.current.then(async () => {
      for (const batch of batches) {
        await edit
          .mutateAsync({ id, cells: [...batch] })
          .catch((error: unknown) => showProblemToast((error as ProblemError).problem))
      }
    })
  }
  return {
    isPending: edit.isPending,
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
