/** The row of a button is about to go: the same button of the next one has the focus then, of the one before, or the field below. */
export function focusBeside(button: HTMLElement): void {
  const row = button.closest('li')
  const next = row?.nextElementSibling ?? row?.previousElementSibling
  const beside = next?.querySelector<HTMLElement>('[data-delete]')
  const field = row?.closest('ul')?.parentElement?.querySelector<HTMLElement>('[data-autofocus]')
  ;(beside ?? field)?.focus()
}
