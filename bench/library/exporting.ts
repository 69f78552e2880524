import type { ExportForm } from '../../contract/calls/exports.ts'
import type { Core } from '../../core/core.ts'
import { csvColumnNames, defaultColumns } from '../../contract/library/csvColumns.ts'
import { dispatch } from '../../core/dispatch.ts'
import type { Handlers } from '../../core/dispatch.ts'
import { BenchError } from '../error.ts'

/** Milliseconds to write every link of a library into a file. */
export interface ExportTime {
  what: string
  ms: number
}

const forms: Record<string, ExportForm> = {
  'an export as JSON': { kind: 'json' },
  'an export as CSV, the usual columns': { kind: 'csv', columns: defaultColumns },
  'an export as CSV, all columns': { kind: 'csv', columns: csvColumnNames },
}

/** Polling interval for the end of an export, in milliseconds. */
const lookMs = 10

/** Exports a whole library in every format, as the window does. */
export async function measureExports(core: Core): Promise<ExportTime[]> {
  const measured: ExportTime[] = []
  for (const [what, form] of Object.entries(forms)) {
    const begun = performance.now()
    const { job } = await ask<'exports.links'>(core, 'exports.links', { which: { everything: true }, form })
    await waitForEnd(core, job)
    measured.push({ what, ms: performance.now() - begun })
    await dispatch(core, 'jobs.dismiss', { id: job })
  }
  return measured
}

async function waitForEnd(core: Core, id: string): Promise<void> {
  for (;;) {
    const job = (await ask<'jobs.list'>(core, 'jobs.list', {})).find((one) => one.id === id)
    if (job?.state === 'finished') return
    if (job?.state !== 'running') throw new BenchError(`The export has ended as ${JSON.stringify(job)}.`)
    await new Promise((resolve) => setTimeout(resolve, lookMs))
  }
}

type Value<N extends keyof Handlers> =
  Awaited<ReturnType<Handlers[N]>> extends infer R ? (R extends { value: infer V } ? V : never) : never

async function ask<N extends keyof Handlers>(core: Core, name: N, input: unknown): Promise<Value<N>> {
  const answer = await dispatch(core, name, input)
  if (!answer.ok) throw new BenchError(JSON.stringify(answer.problem))
  return answer.value as Value<N>
}
