import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Accepts a file dropped anywhere in the window, which the browser would otherwise open in place of the app. Returns
 * whether a file is being dragged over the window.
 */
export function useDroppedFile(onDrop: (file: File | undefined) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const handleFile = useEffectEvent(onDrop)
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const drag = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setIsOver(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setIsOver(false)
      handleFile(event.dataTransfer?.files[0])
    }
    window.addEventListener('dragover', drag)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', drag)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [])
  return isOver
}
