import { useEffect, useRef } from 'react'
import { showUndo } from './undoToast.tsx'

/** The same for what can be taken back only as long as the component is there: its offers go with it. */
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
