import { useState } from 'react'
import { useLocation } from 'wouter'
import type { ImportPreview } from '../../../../contract/app/library/imports.ts'
import type { Problem } from '../../../../contract/app/problems/problem.ts'
import type { ReadingChoice } from '../../../../contract/app/tables/reading.ts'
import type { LookupContext } from '../../../../contract/app/window/windowPath.ts'
import { discardImport, useUploadedFile } from '../../../api/imports.ts'
import type { ProblemError } from '../../../api/problemError.ts'
import { useRunMutation } from '../../../api/runs.ts'
import { runPath } from '../../../session/routes.ts'
import { useCallMutation } from '../../../api/useCall.ts'
import { showProblemToast } from '../../../ui/problem/showProblem.ts'

/** A file or pasted text. */
export interface Source {
  /** `null` for pasted text. */
  name: string | null
  content: Blob
}

/** The step of an import before it runs. */
export type Step =
  | { at: 'choosing'; problem: Problem | null }
  | { at: 'reading'; source: Source; sent: number }
  | {
      at: 'preview'
      source: Source
      id: string
      context: LookupContext
      /** The host of links whose rows have none; empty if unknown. */
      host: string
      /** How the user chose to read the table. */
      choice: ReadingChoice
      preview: ImportPreview
      problem: Problem | null
    }

type Previewed = Extract<Step, { at: 'preview' }>

/** Uploads a file, previews it, and starts its import. Discards an upload that isn't imported. */
export function useImport(first: LookupContext, close: () => void) {
  const [step, setStep] = useState<Step>({ at: 'choosing', problem: null })
  const [busy, setBusy] = useState<'previewing' | 'starting' | null>(null)
  const requestPreview = useCallMutation('imports.preview')
  const upload = useUploadedFile('import')
  const { begin, send, signal: signalOf, discard } = upload
  const startImport = useStartImport(upload)
  const createRun = useCreateRun(upload)
  const failed = (error: unknown) => {
    discard()
    setStep({ at: 'choosing', problem: (error as ProblemError).problem })
  }

  const readSource = async (source: Source) => {
    const signal = begin()
    const isCancelled = () => signal.aborted
    setStep({ at: 'reading', source, sent: 0 })
    try {
      const id = await send(source.content, (sent) => setStep({ at: 'reading', source, sent }))
      if (isCancelled()) return
      const preview = await requestPreview.mutateAsync({ id, ...first })
      if (!isCancelled())
        setStep({ at: 'preview', source, id, context: first, host: '', choice: {}, preview, problem: null })
    } catch (error) {
      if (!isCancelled()) failed(error)
    }
  }
  const updatePreview = async (context: LookupContext, host: string, chosen?: ReadingChoice) => {
    if (step.at !== 'preview') return
    const choice = chosen ?? step.choice
    const signal = signalOf()
    setBusy('previewing')
    try {
      const { id } = step
      const preview = await requestPreview.mutateAsync({ id, ...context, ...withHost(host), choice })
      if (!signal.aborted) setStep({ ...step, context, host, choice, preview, problem: null })
    } catch (error) {
      // Another file may have been chosen meanwhile.
      if (!signal.aborted) failed(error)
    } finally {
      if (!signal.aborted) setBusy(null)
    }
  }
  const closeAfter = async (work: (preview: Previewed) => Promise<void>) => {
    if (step.at !== 'preview') return
    setBusy('starting')
    try {
      await work(step)
      close()
    } catch (error) {
      const { problem } = error as ProblemError
      // The dialog may be closed by now.
      if (signalOf().aborted) showProblemToast(problem)
      setStep({ ...step, problem })
      setBusy(null)
    }
  }
  const start = (keepReferences: boolean) => closeAfter((preview) => startImport(preview, keepReferences))
  const recreate = () => closeAfter(createRun)
  const back = () => {
    discard()
    setBusy(null)
    setStep({ at: 'choosing', problem: null })
  }
  return { step, read: readSource, updatePreview, start, recreate, back, busy }
}

const withHost = (host: string) => (host === '' ? {} : { host })

/** Starts the import of an uploaded file. From then on, its job owns the file: closing the dialog doesn't delete it. */
function useStartImport({ signal, setUploadId }: ReturnType<typeof useUploadedFile>) {
  const run = useCallMutation('imports.run')
  return async ({ id, context, host, choice }: Previewed, keepReferences: boolean) => {
    setUploadId(null)
    try {
      await run.mutateAsync({ id, ...context, ...withHost(host), choice, keepReferences })
    } catch (error) {
      if (signal().aborted) discardImport(id)
      else setUploadId(id)
      throw error
    }
  }
}

/** Creates a run from an uploaded table, to recreate its links, and opens it. The run keeps the file, to read it again. */
function useCreateRun({ setUploadId }: ReturnType<typeof useUploadedFile>) {
  const prepare = useRunMutation('runs.prepare')
  const [, go] = useLocation()
  return async ({ id: file, context, host, choice, preview, source: { name } }: Previewed) => {
    const move = preview.movable > 0 && { move: withHost(host) }
    const id = crypto.randomUUID()
    await prepare.mutateAsync({
      id,
      ...context,
      source: { kind: 'file', file, name: name ?? 'Pasted links', choice, ...move },
    })
    setUploadId(null)
    go(runPath(id, move ? 'check' : 'columns'))
  }
}
