import { useState } from 'react'
import { useLocation } from 'wouter'
import type { ImportPreview } from '../../../../contract/imports.ts'
import type { Problem } from '../../../../contract/problem.ts'
import type { LookupContext } from '../../../../contract/windowPath.ts'
import { useUploadedFile, usePreviewImport, useRunImport, useUploadFile } from '../../../api/imports.ts'
import type { ProblemError } from '../../../api/problemError.ts'
import { usePrepareRun } from '../../../api/runs.ts'
import { runPath } from '../../../session/routes.ts'

/** A file, or what was pasted. */
export interface Source {
  /** `null` for what was pasted. */
  name: string | null
  content: Blob
}

/** How far an import has come before it runs. */
export type Step =
  | { at: 'choosing'; problem: Problem | null }
  | { at: 'reading'; source: Source; sent: number }
  | {
      at: 'preview'
      source: Source
      id: string
      place: LookupContext
      preview: ImportPreview
      problem: Problem | null
    }

type Previewed = Extract<Step, { at: 'preview' }>

/** Takes a file in, says what it would do, and starts its import. What was taken in and is not imported is forgotten. */
export function useImport(first: LookupContext, close: () => void) {
  const [step, setStep] = useState<Step>({ at: 'choosing', problem: null })
  const [busy, setBusy] = useState(false)
  const [send, look, run] = [useUploadFile(), usePreviewImport(), useRunImport()]
  const makeRun = useCreateRun()
  const { begin, signal: signalOf, hold, forget } = useUploadedFile()
  const failed = (error: unknown) => {
    forget()
    setStep({ at: 'choosing', problem: (error as ProblemError).problem })
  }

  const take = async (source: Source) => {
    const signal = begin()
    const isOver = () => signal.aborted
    setStep({ at: 'reading', source, sent: 0 })
    try {
      const onSent = (sent: number) => setStep({ at: 'reading', source, sent })
      const id = await send.mutateAsync({ file: source.content, onSent, signal })
      if (isOver()) return
      hold(id)
      const preview = await look.mutateAsync({ id, ...first })
      if (!isOver()) setStep({ at: 'preview', source, id, place: first, preview, problem: null })
    } catch (error) {
      if (!isOver()) failed(error)
    }
  }
  const lookAt = async (context: LookupContext) => {
    if (step.at !== 'preview') return
    const signal = signalOf()
    setBusy(true)
    try {
      const preview = await look.mutateAsync({ id: step.id, ...context })
      if (!signal.aborted) setStep({ ...step, place: context, preview, problem: null })
    } catch (error) {
      failed(error)
    } finally {
      setBusy(false)
    }
  }
  const leaveWith = async (work: (preview: Previewed) => Promise<void>) => {
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
  const start = () =>
    leaveWith(async ({ id, place: context }) => {
      await run.mutateAsync({ id, ...context })
      // The job has it now, and forgets it at its end.
      hold(null)
    })
  const recreate = () => leaveWith(makeRun)
  const back = () => {
    forget()
    setStep({ at: 'choosing', problem: null })
  }
  return { step, take, lookAt, start, recreate, back, busy }
}

/** Makes a run of a table that was taken in, to create links like those of another service, and shows it. */
function useCreateRun() {
  const prepare = usePrepareRun()
  const [, go] = useLocation()
  return async ({ id: file, place, source: { name } }: Previewed) => {
    const id = crypto.randomUUID()
    await prepare.mutateAsync({ id, ...place, source: { kind: 'file', file, name: name ?? 'Pasted links' } })
    go(runPath(id))
  }
}
