const ends = ['pointerup', 'pointercancel', 'keyup'] as const

/**
 * Calls back at once, or when the button that is being pressed is released. What a press takes the focus from may then grow
 * without moving the button away.
 */
export function afterPress(callback: () => void): void {
  if (!document.querySelector(':active')) {
    callback()
    return
  }
  const end = () => {
    for (const name of ends) window.removeEventListener(name, end)
    // After the click.
    setTimeout(callback)
  }
  for (const name of ends) window.addEventListener(name, end)
}
