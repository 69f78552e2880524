import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { CallInput } from '../../contract/calls.ts'
import { importChunkBytes, maxImportBytes } from '../../contract/imports.ts'
import type { Job } from '../../contract/job.ts'
import { fail, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import { call } from './call.ts'
import { collectionKey } from './collection.ts'
import { useRefreshJobs } from './jobs.ts'
import { unwrapResult } from './problemError.ts'
import { suggestionsKey } from './suggestions.ts'

/** Hands a file to the app, piece by piece, so that it is never in the window as a whole. Gives the name that it has there. */
async function uploadFile(
  file: Blob,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<Result<string>> {
  if (file.size > maxImportBytes) return fail({ code: 'import_too_large' })
  const begun = await call('import.begin', { size: file.size })
  if (!begun.ok) return begun
  const { id } = begun.value
  for (let offset = 0; offset < file.size && !signal.aborted; offset += importChunkBytes) {
    const piece = await toBase64(file.slice(offset, offset + importChunkBytes))
    const taken = piece === null ? fail({ code: 'import_gone' }) : await call('import.append', { id, piece })
    if (!taken.ok) {
      discardImport(id)
      return taken
    }
    onSent(Math.min(offset + importChunkBytes, file.size))
  }
  if (signal.aborted) discardImport(id)
  return ok(id)
}

/** The bytes as base64; `null` where they cannot be read any more. */
function toBase64(bytes: Blob): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,/, ''))
    reader.onerror = () => resolve(null)
    reader.readAsDataURL(bytes)
  })
}

interface Upload {
  file: Blob
  onSent: (bytes: number) => void
  signal: AbortSignal
}

/** Hands a file over. */
export function useUploadFile() {
  return useMutation({
    mutationFn: ({ file, onSent, signal }: Upload) => unwrapResult(uploadFile(file, onSent, signal)),
  })
}

/** The file that a dialog has handed over, or is about to; it is forgotten with the dialog, unless somebody else keeps it. */
export function useUploadedFile() {
  const cancel = useRef(new AbortController())
  const held = useRef<string | null>(null)
  const forget = () => {
    cancel.current.abort()
    if (held.current !== null) discardImport(held.current)
    held.current = null
  }
  useEffect(() => forget, [])
  return {
    /** Forgets the one before. The signal is aborted when this one is forgotten. */
    begin: (): AbortSignal => {
      forget()
      cancel.current = new AbortController()
      return cancel.current.signal
    },
    signal: () => cancel.current.signal,
    hold: (id: string | null) => void (held.current = id),
    forget,
  }
}

/** What importing a file would do. */
export function usePreviewImport() {
  return useMutation({
    mutationFn: (input: CallInput<'import.preview'>) => unwrapResult(call('import.preview', input)),
  })
}

/** Imports a file by a job. */
export function useRunImport() {
  const started = useRefreshJobs()
  return useMutation({
    mutationFn: (input: CallInput<'import.run'>) => unwrapResult(call('import.run', input)),
    onSettled: started,
  })
}

/** The rows of which a job could make nothing. */
export function useInvalidRows() {
  return useMutation({
    mutationFn: (input: CallInput<'import.faults'>) => unwrapResult(call('import.faults', input)),
  })
}

/** Forgets a file that is not wanted any more; nobody waits for it. */
export function discardImport(id: string): void {
  void call('import.discard', { id })
}

/** Asks anew for what is shown of the library, while and after an import adds to it. */
export function useRefreshImportedLinks(jobs: readonly Job[]): void {
  const client = useQueryClient()
  const added = jobs.reduce(
    (sum, { kind, counts }) => (kind === 'import' ? sum + (counts['new'] ?? 0) : sum),
    0,
  )
  useEffect(() => {
    if (added === 0) return
    for (const queryKey of [collectionKey, suggestionsKey, ['links.find']]) {
      void client.invalidateQueries({ queryKey })
    }
  }, [client, added])
}
