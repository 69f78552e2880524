import { windowPaths } from '../../contract/app/window/windowPath.ts'
import { isDialogOpen } from '../ui/isDialogOpen.ts'
import { showPastedLinks } from './pastedLinks.ts'

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
    if (text !== '') showPastedLinks(text, linkHosts())
  }
  document.addEventListener('paste', onPaste)
  return () => document.removeEventListener('paste', onPaste)
}

function isInField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
}
