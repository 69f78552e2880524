import { useEffect } from 'react'

/** Tab leads from the row with the focus through what stands in it, and then past the list: not through every row. */
export function useRowControls(list: React.RefObject<HTMLElement | null>, current: number): void {
  useEffect(() => {
    for (const control of list.current?.querySelectorAll<HTMLElement>('[data-index] :is(a, button, input)') ??
      []) {
      const mine = control.closest('[data-index]')?.getAttribute('data-index') === String(current)
      control.tabIndex = mine ? 0 : -1
    }
  })
}
