import type { ParsedInput } from '../../contract/app/calls/calls.ts'
import { fail, ok, type Result } from '../../contract/app/problems/result.ts'
import type { Run } from '../../contract/app/runs/run.ts'
import type { ChangeSource } from '../../contract/app/runs/sources.ts'
import type { Handlers } from '../dispatch.ts'
import type { Work } from '../jobs.ts'
import { SheetError } from '../tables/sheetError.ts'
import type { SheetRequest } from '../library/runs/sheets/sheetRequest.ts'
import type { Sheets } from '../library/runs/sheets/sheets.ts'
import type { Remote } from '../../sqlite/thread/messages.ts'
import { createPendingCalls } from '../concurrency/pendingCalls.ts'
import { findProfile, offers } from '../profiles/profiles.ts'
import { learnDelimiter } from '../settings/csvDelimiter.ts'
import { rememberReading } from '../settings/tableReadings.ts'
import { writeResults, writeTemplate } from './results.ts'
import type { AppServices } from '../appServices.ts'
import { flattenResult, toResult } from './codedErrors.ts'

interface Parts extends Pick<
  AppServices,
  'sheets' | 'results' | 'exported' | 'jobs' | 'settings' | 'services' | 'planRows'
> {
  /** Checks all rows of a run. */
  check: (run: string) => Promise<unknown>
  changePlans: ChangePlans
}

export type PrepareChange = Omit<ParsedInput<'runs.prepare'>, 'source'> & { source: ChangeSource }

/** Creates runs that change links, and looks up what they would change. */
export interface ChangePlans {
  /**
   * Creates a run and looks up what it would change. If only the dry run fails, returns the run with the problem, so that the
   * dry run can be repeated there instead of in a new run.
   */
  prepare: (input: PrepareChange) => Promise<Result<Run>>
  /** Looks up again what a run would change. */
  plan: (id: string, changes?: Omit<ParsedInput<'runs.plan'>, 'id'>) => Promise<Result<Run>>
}

export function runSheetHandlers(parts: Parts) {
  const { sheets, jobs, exported, changePlans, planRows } = parts
  // A concurrent second call for the same run would add its rows twice.
  const sharePending = createPendingCalls<Result<Run>>()
  return {
    'runs.sheets': ({ file }) => toResult(async () => ({ sheets: await sheets.names(file) })),
    'runs.prepare': (input) => sharePending(input.id, () => flattenResult(() => prepareRun(parts, input))),
    'runs.plan': ({ id, ...changes }) => flattenResult(() => changePlans.plan(id, changes)),
    'runs.elsewhere': ({ id }) => toResult(() => planRows.elsewhere(id)),
    'runs.template': (request) => {
      const run = (work: Work) => writeTemplate(parts, work, request)
      return Promise.resolve(ok({ job: jobs.start('export', run, { onForgotten: exported.remove }) }))
    },
    'runs.export': async ({ id, ...request }) => {
      const run = await sheets.run(id)
      if (!run) return fail({ code: 'run_not_found' })
      if (run.change) return fail({ code: 'run_not_now' })
      const exportRun = (work: Work) => writeResults(parts, work, { run: id, name: run.name, ...request })
      return ok({ job: jobs.start('export', exportRun, { onForgotten: exported.remove }) })
    },
  } satisfies Partial<Handlers>
}

async function prepareRun(parts: Parts, input: ParsedInput<'runs.prepare'>): Promise<Result<Run>> {
  const existing = await parts.sheets.run(input.id)
  if (existing) return ok(existing)
  const { source } = input
  switch (source.kind) {
    case 'same':
    case 'table':
    case 'undo':
      return await parts.changePlans.prepare({ ...input, source })
    default:
      return await prepareCreates(parts, { ...input, source })
  }
}

async function prepareCreates(parts: Parts, input: Omit<SheetRequest, 'profileName'>): Promise<Result<Run>> {
  const { sheets, settings, services } = parts
  const profile = findProfile(settings, input.profileId)
  if (!profile.ok) return profile
  const domains = offers(profile.value, services, 'paths') ? profile.value : undefined
  const read = await readTable(parts, { ...input, profileName: profile.value.name, domains })
  if (!read.ok) return read
  const run = await sheets.run(input.id)
  for (const part of run?.source.move?.parts ?? [input.id]) await parts.check(part)
  await learnDelimiter(settings, run?.source.delimiter)
  return toFoundRun(await sheets.run(input.id))
}

const toFoundRun = (run: Run | null): Result<Run> => (run ? ok(run) : fail({ code: 'run_not_found' }))

/**
 * Imports a table as a run, read as tables with the same columns were. Remembers the user's choices. Keeps nothing if that
 * fails or is cancelled.
 */
export function readTable(
  { sheets, jobs, settings }: Pick<Parts, 'sheets' | 'jobs' | 'settings'>,
  request: Omit<SheetRequest, 'remembered'>,
): Promise<Result<null>> {
  return flattenResult(async () => {
    const { id, source } = request
    const { tableReadings: remembered } = settings.get()
    await jobs.during('readSheet', (work) => readSheet(sheets, work, { ...request, remembered }), { run: id })
    const choice = 'choice' in source ? source.choice : undefined
    await rememberReading(settings, choice, (await sheets.run(id))?.source.reading)
    return ok(null)
  })
}

async function readSheet(
  sheets: Parts['sheets'],
  { signal, reportProgress }: Work,
  request: SheetRequest,
): Promise<void> {
  try {
    const { size } = await sheets.open(request)
    for (let isLast = false; !isLast;) {
      if (signal.aborted) throw new SheetError('sheet_cancelled')
      const batch = await sheets.next(request.id)
      reportProgress(Math.min(batch.read, size), size)
      isLast = batch.isLast
    }
  } catch (error) {
    await discardSheet(sheets, request.id).catch(() => undefined)
    throw error
  }
}

/** Deletes the rows of a run that wasn't created. If this fails, the next start cleans up. */
export async function discardSheet(sheets: Remote<Sheets>, id: string): Promise<void> {
  while (await sheets.abandon(id));
}
