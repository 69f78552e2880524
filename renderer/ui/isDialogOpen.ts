/** Selector of dialogs that cover the rest of the window. The panel beside a list doesn't. */
export const dialogSelector = '[role="dialog"]:not([aria-modal="false"])'

/** Returns whether a dialog is open, which handles its own keys and must not lose its input. */
export function isDialogOpen(): boolean {
  return document.querySelector(dialogSelector) !== null
}
