import { useWindowEvent } from '@mantine/hooks'
import { useDroppedFile } from '../../../ui/useDroppedFile.ts'

export interface TableHandlers {
  takeFile: (file: File) => void
  takePasted: (text: string, html: string) => void
}

/**
 * Accepts a file dropped, or spreadsheet cells pasted, anywhere on the page, but no text pasted into another field. With
 * `null`, accepts none. Returns whether a file is being dragged over the window.
 */
export function useGivenTable(handlers: TableHandlers | null): boolean {
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    const html = event.clipboardData?.getData('text/html') ?? ''
    const isTable = /[\t\n]/.test(text.trim()) || /<table/i.test(html)
    if (!handlers || event.defaultPrevented || !isTable || isOtherField(event.target)) return
    event.preventDefault()
    handlers.takePasted(text, html)
  }
  useWindowEvent('paste', onPaste, { capture: true })
  return useDroppedFile((file) => file && handlers?.takeFile(file))
}

function isOtherField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-own-paste], [role="dialog"]') !== null
}
