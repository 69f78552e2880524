import { useEffect, useRef } from 'react'
import type { CellPosition } from './cellNavigation.ts'
import styles from './rows.module.css'

interface CellFieldProps {
  label: string
  text: string
  /** Ends the writing: with what was written, or `null` to take it back; and where the focus goes from here. */
  finish: (text: string | null, move: CellPosition | null) => void
}

const moveDown: CellPosition = { row: 1, column: 0 }
const moveRight: CellPosition = { row: 0, column: 1 }
const moveLeft: CellPosition = { row: 0, column: -1 }

/** The field in the place of a cell that is being written. */
export function CellField({ label, text, finish }: CellFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  // Whatever ends the writing takes the field away, which must not end it once more.
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
      onBlur={(event) => {
        if (isOver.current) return
        isOver.current = true
        const { value } = event.currentTarget
        finish(value, null)
      }}
    />
  )
}
