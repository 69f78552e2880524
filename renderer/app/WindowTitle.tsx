import { useEffect } from 'react'
import { useLongWork } from '../api/longWork.ts'

/**
 * Names the window after its screen, and in front of it the work that the person waits for: other windows may cover this
 * one. Where no host does it, the window asks before it is closed while something would be lost by it.
 */
export function WindowTitle({ screen }: { screen: string }) {
  const { doing, asks } = useLongWork()
  useEffect(() => {
    document.title = `${doing === null ? '' : `${doing}… – `}${screen} – Linkwright`
  }, [doing, screen])
  useEffect(() => {
    if (!asks) return
    // The words of the question are the browser's own.
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [asks])
  return null
}
