import { useWindowEvent } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { fail } from '../../../contract/app/problems/result.ts'
import { unwrapResult } from '../../api/problemError.ts'
import { readFileText } from '../../api/imports.ts'
import { useDroppedFile } from '../../ui/useDroppedFile.ts'
import { readPastedText } from '../../link/pastedText.ts'

/** Handles input outside the field: pasted text and images, and files that are pasted or dropped, such as tables. */
export function usePastedInput(searchText: string, find: (text: string) => void) {
  const { problem, reading, readPicture } = usePicture(searchText, find)
  const isOver = useDroppedFile((file) => file && readPicture(file))
  useWindowEvent('paste', (event) => {
    const data = event.clipboardData
    if (event.defaultPrevented || !data) return
    // Spreadsheet cells are copied as text and as an image; use the text.
    const [file] = data.getData('text').trim() === '' ? data.files : []
    const isField = event.target instanceof Element && event.target.closest('input, textarea') !== null
    const text = readPastedText(data)
    if (file) readPicture(file)
    // Text goes into a focused field.
    else if (!isField && text.trim() !== '') find(text)
    else return
    event.preventDefault()
  })
  return { problem, reading, readPicture, isOver }
}

/** Reads one file at a time; the latest wins. A problem disappears with the next search. */
function usePicture(searchText: string, find: (text: string) => void) {
  const read = useMutation({
    mutationFn: ({ file }: { file: File; searchText: string }) =>
      unwrapResult(isPicture(file) ? readCode(file) : readFileText(file)),
  })
  return {
    problem: read.variables?.searchText === searchText ? (read.error?.problem ?? null) : null,
    reading: read.isPending && (isPicture(read.variables.file) ? 'Reading the QR code' : 'Reading the file'),
    readPicture: (file: File) => read.mutate({ file, searchText }, { onSuccess: find }),
  }
}

const isPicture = ({ type }: File) => type === '' || type.startsWith('image/')

/** The decoder is large, so it is loaded with the first image. */
async function readCode(picture: File) {
  const decoder = await import('../../features/qr/readPicture.ts').catch(() => null)
  return decoder ? await decoder.readQrPicture(picture) : fail({ code: 'part_not_loaded' })
}
