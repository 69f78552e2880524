import type { KeyboardEvent } from 'react'

/** A field for text. A list of values is a read-only input. */
const typedInput = 'input:not([readonly], [type="hidden"])'

/** Moves the focus on Enter from a row's field to the same field of the next row. After the last row, adds a row. */
export function focusNextRow(event: KeyboardEvent<HTMLElement>): void {
  const field = event.target
  const row = field instanceof HTMLInputElement && !field.readOnly ? field.closest('li') : null
  // Enter with a modifier is a form shortcut; during composition, it ends the composition.
  if (!row || event.key !== 'Enter' || isModified(event) || event.nativeEvent.isComposing) return
  event.preventDefault()
  if (row.nextElementSibling)
    findField(row.nextElementSibling, listFields(row).indexOf(field as HTMLElement))?.focus()
  else findAddButton(row.parentElement?.nextElementSibling)?.click()
}

function isModified({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || shiftKey
}

function listFields(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(`:scope > div:first-child ${typedInput}`)]
}

function findField(row: Element, index: number): HTMLElement | undefined {
  const fields = listFields(row)
  return fields[index] ?? fields[0]
}

function findAddButton(below: Element | null | undefined): HTMLButtonElement | null {
  return below instanceof HTMLButtonElement ? below : (below?.querySelector('button') ?? null)
}

/** Moves the focus to the row that an *Add* button has just inserted above itself, once it is rendered. */
export function focusNewRow(button: HTMLElement): void {
  requestAnimationFrame(() => {
    const list = button.closest('[data-add]')?.previousElementSibling ?? button.previousElementSibling
    const fields = list?.querySelectorAll<HTMLElement>(
      `:scope > li:last-child > div:first-child ${typedInput}`,
    )
    fields?.[0]?.focus()
  })
}

/**
 * Keeps the focus when a row's delete button removes its row. Rows are keyed by index, so the button then belongs to
 * the next row. If the last row is removed, the previous row gets the focus, or else the *Add* button.
 */
export function focusNeighbour(button: HTMLElement): void {
  const row = button.closest('li')
  const previousRow = row?.previousElementSibling
  const previousButton = previousRow?.querySelector<HTMLElement>(
    ':scope > div:first-child > button:last-child',
  )
  const next = row?.nextElementSibling
    ? button
    : (previousButton ?? findAddButton(row?.parentElement?.nextElementSibling))
  next?.focus()
}
