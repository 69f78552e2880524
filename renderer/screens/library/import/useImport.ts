import { useState } from 'react'
import { useLocation } from 'wouter'
import type { ImportPreview } from '../../../../contract/imports.ts'
import type { Problem } from '../../../../contract/problem.ts'
import type { LookupContext } from '../../../../contract/windowPath.ts'
import { useUploadedFile, useUploadFile } from '../../../api/imports.ts'
import type { ProblemError } from '../../../api/problemError.ts'
import { useRunMutation } from '../../../api/runs.ts'
import { runPath } from '../../../session/routes.ts'
import { useCallMutation } from '../../../api/useCall.ts'

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
      preview: ImportPreview
      problem: Problem | null
    }

type Previewed = Extract<Step, { at: 'preview' }>

/** Uploads a file, previews it, and starts its import. Discards an upload that isn't imported. */
export function useImport(first: LookupContext, close: () => void) {
  const [step, setStep] = useState<Step>({ at: 'choosing', problem: null })
  const [busy, setBusy] = useState(false)
  const [send, requestPreview, run] = [
    useUploadFile(),
    useCallMutation('imports.preview'),
    useCallMutation('imports.run'),
  ]
  const createRun = useCreateRun()
  const { begin, signal: signalOf, setUploadId, discard } = useUploadedFile()
  const failed = (error: unknown) => {
    discard()
    setStep({ at: 'choosing', problem: (error as ProblemError).problem })
  }

  const readSource = async (source: Source) => {
    const signal = begin()
    const isCancelled = () => signal.aborted
    setStep({ at: 'reading', source, sent: 0 })
    try {
      const onSent = (sent: number) => setStep({ at: 'reading', source, sent })
      const upload = { file: source.content, purpose: 'import' as const, setUploadId, onSent, signal }
      const id = await send.mutateAsync(upload)
      if (isCancelled()) return
      const preview = await requestPreview.mutateAsync({ id, ...first })
      if (!isCancelled())
        setStep({ at: 'preview', source, id, context: first, host: '', preview, problem: null })
    } catch (error) {
      if (!isCancelled()) failed(error)
    }
  }
  const updatePreview = async (context: LookupContext, host: string) => {
    if (step.at !== 'preview') return
    const signal = signalOf()
    setBusy(true)
    try {
      const preview = await requestPreview.mutateAsync({ id: step.id, ...context, ...withHost(host) })
      if (!signal.aborted) setStep({ ...step, context, host, preview, problem: null })
    } catch (error) {
      failed(error)
    } finally {
      setBusy(false)
    }
  }
  const closeAfter = async (work: (preview: Previewed) => Promise<void>) => {
    if (step.at !== 'preview') return
    setBusy(true)
    try {
      await work(step)
      close()
    } catch (error) {
      setStep({ ...step, problem: (error as ProblemError).problem })
      setBusy(false)
    }
  }
  const start = (keepReferences: boolean) =>
    closeAfter(async ({ id, context, host }) => {
      await run.mutateAsync({ id, ...context, ...withHost(host), keepReferences })
      // The job owns the upload now, and deletes it when it ends.
      setUploadId(null)
    })
  const recreate = () => closeAfter(createRun)
  const back = () => {
    discard()
    setStep({ at: 'choosing', problem: null })
  }
  return { step, read: readSource, updatePreview, start, recreate, back, busy }
}

const withHost = (host: string) => (host === '' ? {} : { host })

/** Creates a run from an uploaded table, to recreate its links, and opens it. */
function useCreateRun() {
  const prepare = useRunMutation('runs.prepare')
  const [, go] = useLocation()
  return async ({ id: file, context, source: { name } }: Previewed) => {
    const id = crypto.randomUUID()
    await prepare.mutateAsync({
      id,
      ...context,
      source: { kind: 'file', file, name: name ?? 'Pasted links' },
    })
    go(runPath(id, 'columns'))
  }
}
