import { showProblemToast } from '../ui/problem/showProblem.ts'
import { showUndo, type UndoOptions } from '../ui/undoToast.tsx'
import { ProblemError } from './problemError.ts'

interface SavedChange extends UndoOptions {
  /** Undoes the change in the app, also after the component that made it is unmounted. */
  undo: () => Promise<unknown>
}

/**
 * Offers to undo a change that the app has saved. If that fails, shows why and offers it again. Returns a function that
 * withdraws the offer.
 */
export function offerUndo(change: SavedChange): () => void {
  let isWithdrawn = false
  const undo = async (): Promise<boolean> => {
    try {
      await change.undo()
      return true
    } catch (error) {
      showProblem(error)
      if (!isWithdrawn) hide = showUndo({ ...change, undo })
      return false
    }
  }
  let hide = showUndo({ ...change, undo })
  return () => {
    isWithdrawn = true
    hide()
  }
}

/** Shows why a call failed, also after the component that made it is unmounted. Rethrows bugs. */
export function showProblem(error: unknown): void {
  if (!(error instanceof ProblemError)) throw error
  showProblemToast(error.problem)
}
