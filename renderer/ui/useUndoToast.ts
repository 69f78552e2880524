import { useEffect, useRef } from 'react'
import { showUndo } from './undoToast.tsx'

/** Shows undo offers that are withdrawn when the component unmounts. */
export function useUndoToast(): typeof showUndo {
  const withdrawals = useRef<(() => void)[]>([])
  useEffect(() => {
    const offered = withdrawals.current
    return () => offered.forEach((withdraw) => withdraw())
  }, [])
  return (undoable) => {
    const withdraw = showUndo(undoable)
    withdrawals.current.push(withdraw)
    return withdraw
  }
}
