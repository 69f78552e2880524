/**
 * Moves the focus to the screen if it is inside an element that is about to disappear, or nowhere: a button that loads has
 * lost it already.
 */
export function releaseFocus(element: HTMLElement | null): void {
  const focused = document.activeElement
  if (focused === document.body || element?.contains(focused)) {
    document.getElementById('screen')?.focus({ preventScroll: true })
  }
}
