/** Moves the focus into the row that an *Add* button has just put before itself, once it is on the page. */
export function focusNewRow(button: HTMLElement): void {
  requestAnimationFrame(() => {
    const list = button.closest('[data-add]')?.previousElementSibling ?? button.previousElementSibling
    const fields = list?.querySelectorAll<HTMLElement>(':scope > li:last-child > div:first-child input')
    fields?.[0]?.focus()
  })
}
