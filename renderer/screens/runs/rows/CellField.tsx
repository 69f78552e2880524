import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { CellPosition } from '../../../features/grid/cellNavigation.ts'
import styles from './rows.module.css'

interface CellFieldProps {
  label: string
  text: string
  /** Ends editing. A `text` of `null` cancels. `move` is the direction of the cell to focus next; `null` stays. */
  finish: (text: string | null, move: CellPosition | null) => void
}

const moveDown: CellPosition = { row: 1, column: 0 }
const moveRight: CellPosition = { row: 0, column: 1 }
const moveLeft: CellPosition = { row: 0, column: -1 }

/** Shows a text field in place of the edited cell. */
export function CellField({ label, text, finish }: CellFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  // The end of editing removes the field. The `blur` event of the removal must not end editing again.
  const isOver = useRef(false)
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(text.length, text.length)
  }, [text])
  const end = (written: string | null, move: CellPosition | null) => {
    if (isOver.current) return
    isOver.current = true
    finish(written, move)
  }
  const leave = useEffectEvent((written: string) => end(written, null))
  // Back can open another screen while the field has the focus. No `blur` event reaches it then. In development, React's
  // strict mode also ends effects of a field that stays.
  useLayoutEffect(() => {
    const element = field.current
    return () =>
      queueMicrotask(() => {
        if (element && !element.isConnected) leave(element.value)
      })
  }, [])
  const press = (event: React.KeyboardEvent<HTMLTextAreaElement>) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    const { value } = event.currentTarget
    if (event.key === 'Escape') end(null, null)
    else if (event.key === 'Enter' && !event.altKey && !event.shiftKey) end(value, moveDown)
    else if (event.key === 'Tab') end(value, event.shiftKey ? moveLeft : moveRight)
    else return
    event.preventDefault()
  }
  return (
    <textarea
      ref={field}
      className={styles['field']}
      aria-label={label}
      defaultValue={text}
      rows={1}
      spellCheck={false}
      onKeyDown={press}
      onBlur={(event) => end(event.currentTarget.value, null)}
    />
  )
}
