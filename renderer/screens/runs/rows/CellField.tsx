import { Autocomplete, type OptionsFilter } from '@mantine/core'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { CellPosition } from '../../../features/grid/cellNavigation.ts'
import styles from './rows.module.css'

interface CellFieldProps {
  label: string
  text: string
  /** The values that the profile's rules allow; empty if any value is allowed. */
  allowed: readonly string[]
  /** Ends editing. A `text` of `null` cancels. `move` is the direction of the cell to focus next; `null` stays. */
  finish: (text: string | null, move: CellPosition | null) => void
}

const moveDown: CellPosition = { row: 1, column: 0 }
const moveRight: CellPosition = { row: 0, column: 1 }
const moveLeft: CellPosition = { row: 0, column: -1 }

/** Shows a text field in place of the edited cell. It offers the allowed values if the rules list some. */
export function CellField({ label, text, allowed, finish }: CellFieldProps) {
  const field = useRef<HTMLTextAreaElement & HTMLInputElement>(null)
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
  const press = (event: React.KeyboardEvent<HTMLTextAreaElement | HTMLInputElement>) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    const { value } = event.currentTarget
    // Enter takes the option that is highlighted.
    if (event.key === 'Enter' && event.currentTarget.hasAttribute('aria-activedescendant')) return
    if (event.key === 'Escape') end(null, null)
    else if (event.key === 'Enter' && !event.altKey && !event.shiftKey) end(value, moveDown)
    else if (event.key === 'Tab') end(value, event.shiftKey ? moveLeft : moveRight)
    else return
    event.preventDefault()
  }
  const shared = {
    ref: field,
    'aria-label': label,
    defaultValue: text,
    spellCheck: false,
    onKeyDown: press,
    onBlur: (event: React.FocusEvent<HTMLTextAreaElement | HTMLInputElement>) =>
      end(event.currentTarget.value, null),
  }
  if (allowed.length === 0) return <textarea className={styles['field']} rows={1} {...shared} />
  return (
    <Autocomplete
      classNames={{ input: styles['field'] ?? '' }}
      data={allowed}
      filter={filterUnlessUnchanged(text)}
      onOptionSubmit={(value) => end(value, moveDown)}
      {...shared}
    />
  )
}

/** Returns a filter that offers every value until the text has changed, and then those that contain it. */
function filterUnlessUnchanged(text: string): OptionsFilter {
  return ({ options, search, limit }) =>
    options
      .filter((option) => 'value' in option && (search === text || option.value.includes(search.trim())))
      .slice(0, limit)
}
