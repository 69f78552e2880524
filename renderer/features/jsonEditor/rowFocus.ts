import type { KeyboardEvent } from 'react'

/** Enter in a row leads to the same field of the next row of its object or array; after the last one it adds a row. */
export function focusNextRow(event: KeyboardEvent<HTMLElement>): void {
  const field = event.target
  const row = field instanceof HTMLInputElement ? field.closest('li') : null
  // With a modifier it is a shortcut of the form; while a character is composed it ends that.
  if (!row || event.key !== 'Enter' || isModified(event) || event.nativeEvent.isComposing) return
  event.preventDefault()
  if (row.nextElementSibling)
    fieldOf(row.nextElementSibling, fieldsOf(row).indexOf(field as HTMLElement))?.focus()
  else findAddButton(row.parentElement?.nextElementSibling)?.click()
}

function isModified({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || shiftKey
}

function fieldsOf(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(':scope > div:first-child input')]
}

function fieldOf(row: Element, place: number): HTMLElement | undefined {
  const fields = fieldsOf(row)
  return fields[place] ?? fields[0]
}

function findAddButton(below: Element | null | undefined): HTMLButtonElement | null {
  return below instanceof HTMLButtonElement ? below : (below?.querySelector('button') ?? null)
}

/** Moves the focus into the row that an *Add* button has just put before itself, once it is on the page. */
export function focusNewRow(button: HTMLElement): void {
  requestAnimationFrame(() => {
    const list = button.closest('[data-add]')?.previousElementSibling ?? button.previousElementSibling
    const fields = list?.querySelectorAll<HTMLElement>(':scope > li:last-child > div:first-child input')
    fields?.[0]?.focus()
  })
}

/**
 * Keeps the focus when a row is taken away by its button. Rows are drawn by their places, so this very button becomes that
 * of the next row. After the last row the one before has the focus, and after the only one the *Add* button below.
 */
export function focusNeighbour(button: HTMLElement): void {
  const row = button.closest('li')
  const before = row?.previousElementSibling
  const same = before?.querySelector<HTMLElement>(':scope > div:first-child > button:last-child')
  const next = row?.nextElementSibling
    ? button
    : (same ?? findAddButton(row?.parentElement?.nextElementSibling))
  next?.focus()
}
