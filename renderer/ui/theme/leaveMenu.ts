import type { KeyboardEvent } from 'react'

/**
 * Closes a menu at Tab, which then moves on from the menu's button, as in every menu of the system. Mantine would keep
 * the focus in the menu.
 */
export function leaveMenu({ key, currentTarget }: KeyboardEvent<HTMLElement>): void {
  if (key !== 'Tab' || currentTarget.id === '') return
  const button = document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(currentTarget.id)}"]`)
  button?.focus()
  button?.click()
}
