import type { KeyboardEvent } from 'react'

/**
 * Closes a menu when Tab is pressed. The focus then moves on from the menu's button, as in native menus. Mantine would
 * keep it in the menu.
 */
export function leaveMenu({ key, currentTarget }: KeyboardEvent<HTMLElement>): void {
  if (key !== 'Tab' || currentTarget.id === '') return
  const button = document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(currentTarget.id)}"]`)
  button?.focus()
  button?.click()
}
