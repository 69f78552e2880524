import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useEffectEvent, useState } from 'react'

/** Drops that a place for files in view has accepted. */
const accepted = new WeakSet<DragEvent>()

/** A file that was dropped on a screen without such a place, for the next one that opens. */
let handedFile: File | null = null

/** Gives a file to the place for files that opens next. */
export function handOverFile(file: File): void {
  handedFile = file
}

/** Returns the file that was handed over, once; `null` if there is none. */
export function takeHandedFile(): File | null {
  const file = handedFile
  handedFile = null
  return file
}

/**
 * Accepts a file dropped anywhere in the window, which the browser would otherwise open in place of the app, or handed
 * over before. Returns whether a file is being dragged over the window.
 */
export function useDroppedFile(onDrop: (file: File | undefined) => void): boolean {
  const handleFile = useEffectEvent(onDrop)
  useEffect(() => {
    const file = takeHandedFile()
    if (file) handleFile(file)
  }, [])
  return useFileDrop((event) => {
    accepted.add(event)
    onDrop(event.dataTransfer?.files[0])
  })
}

/** Accepts a file that is dropped where nothing else in view accepts it. */
export function useStrayFile(onDrop: (file: File) => void): void {
  useFileDrop((event) => {
    const file = event.dataTransfer?.files[0]
    const isHandled = event.defaultPrevented
    // The listeners of screens, which are added later than this one, run first.
    setTimeout(() => {
      if (file && !isHandled && !accepted.has(event)) onDrop(file)
    }, 0)
  })
}

function useFileDrop(onDrop: (event: DragEvent) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
  useWindowEvent('dragover', (event) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    setIsOver(true)
  })
  useWindowEvent('dragleave', (event) => {
    if (event.relatedTarget === null) setIsOver(false)
  })
  useWindowEvent('drop', (event) => {
    if (!hasFiles(event)) return
    onDrop(event)
    event.preventDefault()
    setIsOver(false)
  })
  return isOver
}
