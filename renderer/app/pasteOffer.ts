import { windowPaths } from '../../contract/app/window/windowPath.ts'
import { isDialogOpen } from '../ui/isDialogOpen.ts'
import { showProblemToast } from '../ui/problem/showProblem.tsx'

/**
 * Starts a link to a pasted address, or offers to look up pasted links, if nothing else handles the paste; on every
 * screen except *Find*. Returns a stop function.
 */
export function offerPastedLinks(linkHosts: () => readonly string[]): () => void {
  const onPaste = (event: ClipboardEvent) => {
    if (
      event.defaultPrevented ||
      isInField(event.target) ||
      isDialogOpen() ||
      location.hash.startsWith(`#${windowPaths.find}`)
    )
      return
    const text = event.clipboardData?.getData('text') ?? ''
    // Loaded on the first paste: nothing else on the first screen needs the parser.
    if (text === '') return
    void import('./pastedLinks.ts').then(
      (part) => part.showPastedLinks(text, linkHosts()),
      () => showProblemToast({ code: 'part_not_loaded' }),
    )
  }
  document.addEventListener('paste', onPaste)
  return () => document.removeEventListener('paste', onPaste)
}

function isInField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
}
