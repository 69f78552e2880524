import { useWindowEvent } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { importChunkBytes, maxImportBytes, type ImportPurpose } from '../../contract/app/library/imports.ts'
import { fail, ok, type Result } from '../../contract/app/problems/result.ts'
import { call } from './call.ts'
import { unwrapResult } from './problemError.ts'

interface Upload {
  file: Blob
  purpose: ImportPurpose
  /**
   * Receives the upload's id before the upload starts. From then on, the caller must discard it, even if incomplete.
   */
  setUploadId: (id: string) => void
  onSent: (bytes: number) => void
  signal: AbortSignal
}

/**
 * Uploads a file to the app in chunks, so the window never holds the whole file. Resolves with the id of the upload.
 */
async function uploadFile({ file, purpose, setUploadId, onSent, signal }: Upload): Promise<Result<string>> {
  if (file.size > maxImportBytes) return fail({ code: 'import_too_large' })
  const id = crypto.randomUUID()
  setUploadId(id)
  const started = await call('imports.begin', { id, size: file.size, purpose })
  if (!started.ok) return started
  // Over HTTP, a discard sent in the meantime may have arrived before this chunk.
  if (signal.aborted) discardImport(id)
  for (let offset = 0; offset < file.size && !signal.aborted; offset += importChunkBytes) {
    const piece = await toBase64(file.slice(offset, offset + importChunkBytes))
    const appended =
      piece === null ? fail({ code: 'import_gone' }) : await call('imports.append', { id, piece })
    if (!appended.ok) return appended
    onSent(Math.min(offset + importChunkBytes, file.size))
  }
  return ok(id)
}

/** Resolves with the bytes as base64, or `null` if they are no longer readable. */
function toBase64(bytes: Blob): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,/, ''))
    reader.onerror = () => resolve(null)
    reader.readAsDataURL(bytes)
  })
}

/**
 * Uploads files, one at a time. The file is discarded when the component or the window closes, unless it was released with
 * `setUploadId(null)`.
 */
export function useUploadedFile(purpose: ImportPurpose) {
  const cancel = useRef(new AbortController())
  const uploadId = useRef<string | null>(null)
  const { mutateAsync } = useMutation({ mutationFn: (upload: Upload) => unwrapResult(uploadFile(upload)) })
  const setUploadId = (id: string | null) => void (uploadId.current = id)
  const discard = () => {
    cancel.current.abort()
    if (uploadId.current !== null) discardImport(uploadId.current)
    uploadId.current = null
  }
  useWindowEvent('pagehide', discard)
  useEffect(() => discard, [])
  return {
    /** Discards the previous file. The returned signal aborts when the new one is discarded. */
    begin: (): AbortSignal => {
      discard()
      cancel.current = new AbortController()
      return cancel.current.signal
    },
    /** Returns the signal of the current file. */
    signal: () => cancel.current.signal,
    /** Uploads the current file. Resolves with its id. */
    send: (file: Blob, report: (bytes: number) => void): Promise<string> => {
      const { signal } = cancel.current
      // A piece that was on its way can arrive after the file was discarded.
      const onSent = (bytes: number) => {
        if (!signal.aborted) report(bytes)
      }
      return mutateAsync({ file, purpose, setUploadId, onSent, signal })
    },
    /** Sets the id of the file to discard; `null` if something else will delete it. */
    setUploadId,
    /** Discards the file, and cancels its upload. */
    discard,
  }
}

/** Reads the links of a file: its text, and the addresses that its cells are linked to. */
export async function readFileText(file: Blob): Promise<Result<string>> {
  const { signal } = new AbortController()
  let uploadId = ''
  const setUploadId = (id: string) => void (uploadId = id)
  const uploaded = await uploadFile({ file, purpose: 'run', setUploadId, onSent: () => undefined, signal })
  const read = uploaded.ok ? await call('imports.text', { id: uploaded.value }) : uploaded
  if (uploadId !== '') discardImport(uploadId)
  return read.ok ? ok(read.value.text) : read
}

/** Discards an uploaded file in the background. */
export function discardImport(id: string): void {
  void call('imports.discard', { id })
}
