import type { KeyboardEvent } from 'react'

/**
 * Closes a menu when Tab is pressed, so that the focus moves on from the menu's button, as in the system's own menus.
 * Mantine would keep the focus in the menu.
 */
export function closeMenuOnTab({ key, currentTarget }: KeyboardEvent<HTMLElement>): void {
  if (key !== 'Tab' || currentTarget.id === '') return
  const button = document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(currentTarget.id)}"]`)
  button?.focus()
  button?.click()
}
