import { windowPaths } from '../../contract/windowPath.ts'
import { showProblemToast } from '../ui/problem/showProblem.tsx'

/**
 * Offers to look up pasted links if nothing else handles the paste, on every screen except *Find*. Returns a stop
 * function.
 */
export function offerPastedLinks(): () => void {
  const onPaste = (event: ClipboardEvent) => {
    if (
      event.defaultPrevented ||
      isHandledElsewhere(event.target) ||
      location.hash.startsWith(`#${windowPaths.find}`)
    )
      return
    const text = event.clipboardData?.getData('text') ?? ''
    // Loaded on the first paste: nothing else on the first screen needs the parser.
    if (text === '') return
    void import('./pastedLinks.tsx').then(
      (part) => part.showPastedLinks(text),
      () => showProblemToast({ code: 'part_not_loaded' }),
    )
  }
  document.addEventListener('paste', onPaste)
  return () => document.removeEventListener('paste', onPaste)
}

/** Returns whether the paste goes to a field, or a dialog is open. */
function isHandledElsewhere(target: EventTarget | null): boolean {
  const isField =
    target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
  return isField || document.querySelector('[role="dialog"]') !== null
}
