import { useUndoToast } from '../ui/useUndoToast.ts'
import { unchangedFields, type PartialForm } from './form.ts'
import { useFormStore } from './FormContext.tsx'

/**
 * Returns a function that changes several fields and offers to undo it. Undo keeps what was typed afterwards, and then
 * calls `undone`.
 */
export function useSetWithUndo(): (change: PartialForm, message: string, undone?: () => void) => void {
  const store = useFormStore()
  const showUndo = useUndoToast()
  return (change, message, undone) => {
    const before = store.get()
    store.set(change)
    const after = store.get()
    const undo = () => {
      store.set(unchangedFields(before, after, store.get()))
      undone?.()
    }
    showUndo({ message, undo })
  }
}
