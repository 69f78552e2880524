import { useEffect, useEffectEvent, useState, type DragEvent } from 'react'
import type { Problem } from '../../../contract/app/problems/problem.ts'
import { fail } from '../../../contract/app/problems/result.ts'
import { readFileText } from '../../api/imports.ts'
import { takeHandedFile } from '../../ui/useDroppedFile.ts'
import { readPastedText } from '../../link/pastedText.ts'

/** Handles input outside the field: pasted or dropped text, images, and files such as tables. */
export function usePastedInput(searchText: string, find: (text: string) => void) {
  const { problem, reading, readPicture } = usePicture(searchText, find)
  const [isOver, setIsOver] = useState(false)
  const decodePicture = ({ files }: DataTransfer): boolean => {
    const picture = [...files].find(({ type }) => type.startsWith('image/')) ?? files[0]
    if (picture) readPicture(picture)
    return picture !== undefined
  }
  const searchForText = (data: DataTransfer): boolean => {
    const text = readPastedText(data)
    if (text.trim() !== '') find(text)
    return text.trim() !== ''
  }
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const isField = event.target instanceof Element && event.target.closest('input, textarea') !== null
    const data = event.clipboardData
    if (event.defaultPrevented || !data) return
    // Text goes into a focused field. Spreadsheet cells are copied as text and as an image; use the text.
    const isText = data.getData('text').trim() !== ''
    if (isText ? !isField && searchForText(data) : decodePicture(data)) event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => onPaste(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])
  const readHanded = useEffectEvent(readPicture)
  useEffect(() => {
    const file = takeHandedFile()
    if (file) readHanded(file)
  }, [])
  const dropping = {
    'data-dropping': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave: (event: DragEvent<HTMLElement>) => {
      const entered = event.relatedTarget
      if (!(entered instanceof Node && event.currentTarget.contains(entered))) setIsOver(false)
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(false)
      // An image dragged from a web page includes its own address.
      if (!decodePicture(event.dataTransfer)) searchForText(event.dataTransfer)
    },
  }
  return { problem, reading, readPicture, dropping }
}

/** Reads one file at a time; the latest wins. A problem disappears with the next search. */
function usePicture(searchText: string, find: (text: string) => void) {
  const [picture, setPicture] = useState<File | null>(null)
  const [failed, setFailed] = useState<{ problem: Problem; searchText: string } | null>(null)
  const findText = useEffectEvent(find)
  const showFailure = useEffectEvent((problem: Problem) => setFailed({ problem, searchText }))
  useEffect(() => {
    if (!picture) return
    let isCurrent = true
    void (isPicture(picture) ? readCode(picture) : readFileText(picture)).then((read) => {
      if (!isCurrent) return
      setPicture(null)
      if (read.ok) findText(read.value)
      else showFailure(read.problem)
    })
    return () => {
      isCurrent = false
    }
  }, [picture])
  const readPicture = (file: File) => {
    setFailed(null)
    setPicture(file)
  }
  return {
    problem: failed?.searchText === searchText ? failed.problem : null,
    reading: picture && (isPicture(picture) ? 'Reading the QR code' : 'Reading the file'),
    readPicture,
  }
}

const isPicture = ({ type }: File) => type === '' || type.startsWith('image/')

/** The decoder is large, so it is loaded with the first image. */
async function readCode(picture: File) {
  const decoder = await import('../../features/qr/readPicture.ts').catch(() => null)
  return decoder ? await decoder.readQrPicture(picture) : fail({ code: 'part_not_loaded' })
}
