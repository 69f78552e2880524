/**
 * Focuses the same button of the next entry of a list, or of the previous one, or else another element, because the entry of
 * this button disappears. The buttons are marked with `data-entry-action`.
 */
export function focusNeighbour(button: HTMLElement, otherwise: HTMLElement | null | undefined): void {
  const entry = button.closest('li')
  const neighbour = entry?.nextElementSibling ?? entry?.previousElementSibling
  const action = CSS.escape(button.dataset['entryAction'] ?? '')
  const sameButton = neighbour?.querySelector<HTMLElement>(`[data-entry-action="${action}"]`)
  ;(sameButton ?? otherwise)?.focus()
}
