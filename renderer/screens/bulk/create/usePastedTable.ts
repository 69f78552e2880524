import { useEffect, useEffectEvent } from 'react'

/** What a spreadsheet has copied is taken wherever on the page it is pasted; a text for a field of its own is not. */
export function usePastedTable(take: (text: string, html: string) => void): void {
  const pasted = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    const html = event.clipboardData?.getData('text/html') ?? ''
    const isTable = /[\t\n]/.test(text.trim()) || /<table/i.test(html)
    if (event.defaultPrevented || !isTable || isOtherField(event.target)) return
    event.preventDefault()
    take(text, html)
  })
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => pasted(event)
    document.addEventListener('paste', onPaste, { capture: true })
    return () => document.removeEventListener('paste', onPaste, { capture: true })
  }, [])
}

function isOtherField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-own-paste], [role="dialog"]') !== null
}
