import { useRef } from 'react'
import type { ProblemError } from '../../../api/problemError.ts'
import { useEditCells } from '../../../api/runs.ts'
import { sayProblem } from '../../../ui/problem/sayProblem.tsx'

export interface CellEdit {
  /** The row's number, from 1. */
  number: number
  column: number
  text: string
}

/** What was written and what stood there before. */
export interface Edited {
  after: readonly CellEdit[]
  before: readonly CellEdit[]
}

/** One call takes as many at the most. */
const atOnce = 1_000
const mostKept = 100

/** Writes cells, one call after the other, and takes back what was written last. */
export function useCellEdits(id: string) {
  const edit = useEditCells()
  const done = useRef<Edited[]>([])
  const queue = useRef<Promise<void>>(Promise.resolve())
  const write = (cells: readonly CellEdit[]) => {
    const portions = Array.from({ length: Math.ceil(cells.length / atOnce) }, (_, at) =>
      cells.slice(at * atOnce, (at + 1) * atOnce),
    )
    // Two edits of one cell must arrive in their order.
    queue.current = queue.current.then(async () => {
      for (const portion of portions) {
        await edit
          .mutateAsync({ id, cells: [...portion] })
          .catch((error: unknown) => sayProblem((error as ProblemError).problem))
      }
    })
  }
  return {
    isPending: edit.isPending,
    write: (edited: Edited) => {
      done.current = [...done.current.slice(-mostKept), edited]
      write(edited.after)
    },
    /** Takes the latest back. Answers whether there was one. */
    takeBack: (): Edited | null => {
      const last = done.current.pop()
      if (!last) return null
      write(last.before)
      return last
    },
  }
}
