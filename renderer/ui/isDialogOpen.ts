/** Returns whether a dialog is open, which handles its own keys and must not lose its input. */
export function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"]:not([aria-modal="false"])') !== null
}
