/**
 * Focuses *Delete* of the next entry of a list, or of the previous one, or else another element, because the entry of this
 * button is being deleted. The buttons are marked with `data-delete`.
 */
export function focusNeighbour(button: HTMLElement, otherwise: HTMLElement | null | undefined): void {
  const entry = button.closest('li')
  const neighbour = entry?.nextElementSibling ?? entry?.previousElementSibling
  const sameButton = neighbour?.querySelector<HTMLElement>('[data-delete]')
  ;(sameButton ?? otherwise)?.focus()
}
