import { fail, ok, type Result } from '../../contract/app/problems/result.ts'
import type { Run } from '../../contract/app/runs/run.ts'
import type { Handlers } from '../dispatch.ts'
import type { Work } from '../jobs.ts'
import { CodedError } from '../folder/codedError.ts'
import type { SheetRequest } from '../library/runs/sheets/finish.ts'
import type { Sheets } from '../library/runs/sheets/sheets.ts'
import type { Remote } from '../../sqlite/thread/messages.ts'
import { findProfile, offers } from '../profiles/profiles.ts'
import { rememberReading, learnDelimiter } from '../settings/tableReadings.ts'
import { exportResults, exportTemplate } from './results.ts'
import type { AppServices } from '../appServices.ts'
import type { RunServices } from './runRowChecks.ts'

/** Handlers of the tables that runs read and write. */
export function runSheetHandlers(parts: RunServices) {
  const { sheets } = parts
  return {
    'runs.sheets': async ({ file }) => ok({ sheets: await sheets.names(file) }),
    'runs.template': (request) => exportTemplate(parts, request),
    'runs.export': async ({ id, ...request }) => {
      const run = await sheets.run(id)
      if (!run) return fail({ code: 'run_not_found' })
      if (run.change) return fail({ code: 'run_not_now' })
      return exportResults(parts, { run: id, name: run.name, ...request })
    },
  } satisfies Partial<Handlers>
}

/** Creates a run from a source of rows, and checks them. */
export async function prepareCreates(
  parts: RunServices,
  input: Omit<SheetRequest, 'profileName'>,
): Promise<Result<Run>> {
  const { sheets, settings, services, rowChecks } = parts
  const profile = findProfile(settings, input.profileId)
  if (!profile.ok) return profile
  const domains = offers(profile.value, services, 'paths') ? profile.value : undefined
  await readTable(parts, { ...input, profileName: profile.value.name, domains })
  const run = await sheets.run(input.id)
  for (const part of run?.source.move?.parts ?? [input.id]) await rowChecks.checkAll(part)
  await learnDelimiter(settings, run?.source.delimiter)
  const checked = await sheets.run(input.id)
  return checked ? ok(checked) : fail({ code: 'run_not_found' })
}

/**
 * Imports a table as a run, read as tables with the same columns were. Remembers the user's choices. Keeps nothing if that
 * fails or is cancelled.
 */
export async function readTable(
  { sheets, jobs, settings }: AppServices,
  request: Omit<SheetRequest, 'remembered'>,
): Promise<void> {
  const { id, source } = request
  const { tableReadings: remembered } = settings.get()
  await jobs.during('readSheet', (work) => readSheet(sheets, work, { ...request, remembered }), { run: id })
  const choice = 'choice' in source ? source.choice : undefined
  await rememberReading(settings, choice, (await sheets.run(id))?.source.reading)
}

async function readSheet(
  sheets: Remote<Sheets>,
  { signal, reportProgress }: Work,
  request: SheetRequest,
): Promise<void> {
  try {
    const { size } = await sheets.open(request)
    for (let isLast = false; !isLast;) {
      if (signal.aborted) throw new CodedError('sheet_cancelled')
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
