import { useState } from 'react'
import { useLocation } from 'wouter'
import type { CallInput } from '../../../../contract/app/calls/calls.ts'
import { maxPastedHtml, maxPastedText, maxTableBytes } from '../../../../contract/app/runs/sources.ts'
import type { Problem } from '../../../../contract/app/problems/problem.ts'
import { useUploadedFile } from '../../../api/imports.ts'
import type { ProblemError } from '../../../api/problemError.ts'
import { readSheets } from '../../../api/runRows.ts'
import { useRunMutation } from '../../../api/runs.ts'
import type { RunKind } from '../../../api/runList.ts'
import { useSession } from '../../../session/Session.tsx'
import { runPath } from '../../../session/routes.ts'
import { firstStep } from '../head/steps.ts'

type Source = Extract<CallInput<'runs.prepare'>['source'], { kind: 'file' | 'pasted' | 'lists' }>

/** Maximum size of pasted text and HTML in one call, in bytes. Leaves room for escaped characters in JSON. */
const maxPastedBytes = 1_500_000

/** State of a new run: the user chooses a source, or a table is uploaded, its sheet chosen, and its rows read. */
export type Step =
  | { at: 'choosing'; problem: Problem | null }
  | { at: 'sending'; name: string; share: number }
  | { at: 'sheets'; name: string; file: string; sheets: readonly string[] }
  | { at: 'reading'; name: string; run: string }

/** Uploads a table and creates a run of that kind from it. An upload that is not used is discarded. */
export function useNewRun(kind: RunKind) {
  const [step, setStep] = useState<Step>({ at: 'choosing', problem: null })
  const { current } = useSession()
  const [, go] = useLocation()
  const { mutateAsync: prepare } = useRunMutation('runs.prepare')
  const { begin, send, signal: signalOf, setUploadId, discard } = useUploadedFile('run')
  const choose = (problem: Problem | null) => {
    discard()
    setStep({ at: 'choosing', problem })
  }
  /** Does the work until it fails, or until the user cancels it, after which it has no effect. */
  const attempt = async (signal: AbortSignal, work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      if (!signal.aborted) choose((error as ProblemError).problem)
    }
  }
  const prepareRun = (source: Source, name: string, signal: AbortSignal) =>
    attempt(signal, async () => {
      const id = crypto.randomUUID()
      setStep({ at: 'reading', name, run: id })
      const { profile, environment } = current
      const isChange = kind === 'change' && source.kind !== 'lists'
      const run = await prepare({
        ...{ id, profileId: profile.id, environment },
        source: isChange ? { kind: 'table', table: source } : source,
      })
      // The run can be read again from its file until the app closes.
      setUploadId(null)
      if (!signal.aborted) go(runPath(id, kind === 'create' ? firstStep(run) : undefined))
    })
  const takeFile = (file: File, isPasted = false) => {
    const signal = begin()
    const { name, size } = file
    if (size > maxTableBytes) {
      choose({ code: 'sheet_too_large' })
      return
    }
    setStep({ at: 'sending', name, share: 0 })
    void attempt(signal, async () => {
      const id = await send(file, (sent) => setStep({ at: 'sending', name, share: sent / Math.max(1, size) }))
      signal.throwIfAborted()
      const sheets = await readSheets(id)
      signal.throwIfAborted()
      if (sheets.length > 1) setStep({ at: 'sheets', name, file: id, sheets })
      else await prepareRun({ kind: 'file', file: id, name, ...(isPasted && { isPasted }) }, name, signal)
    })
  }
  const take = (source: Source, name: string) => void prepareRun(source, name, begin())
  const takePasted = (text: string, html: string) => {
    if (new Blob([text, html]).size <= maxPastedBytes) take({ kind: 'pasted', text, html }, 'what you pasted')
    // Beyond these limits, only the text is read, like a file.
    else if (text.length > maxPastedText || html.length > maxPastedHtml)
      takeFile(new File([text], 'Pasted rows.tsv'))
    else takeFile(new File([JSON.stringify({ text, html })], 'Pasted rows'), true)
  }
  const takeSheet = (sheet: number) => {
    if (step.at !== 'sheets') return
    const { file, name } = step
    void prepareRun({ kind: 'file', file, name, choice: { sheet } }, name, signalOf())
  }
  return {
    ...{ step, take, takePasted, takeSheet },
    takeFile: (file: File) => takeFile(file),
    back: () => choose(null),
  }
}
