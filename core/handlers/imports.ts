import type { ParsedInput } from '../../contract/app/calls/calls.ts'
import type { ImportPreview } from '../../contract/app/library/imports.ts'
import { fail, ok } from '../../contract/app/problems/result.ts'
import type { Handlers } from '../dispatch.ts'
import { errorCode } from '../folder/codedError.ts'
import { JobStoppedError, type Work } from '../jobs.ts'
import { addCounts, importLinks, emptyImport } from '../links/imports/importLinks.ts'
import { findProfile, offers } from '../profiles/profiles.ts'
import { rememberReading, learnDelimiter } from '../settings/tableReadings.ts'
import type { ImportProgress } from '../links/imports/importLinks.ts'
import type { AppServices } from '../appServices.ts'
import { done } from './done.ts'

/** Number of rows shown in each list of a preview. */
const previewSize = 10

export function importHandlers(parts: AppServices) {
  const { imports, jobs, settings } = parts
  const recentImports = new Map<string, ImportProgress>()
  const open = async (input: ParsedInput<'imports.preview'>) => {
    const { id, profileId, environment, host, choice = {} } = input
    const profiles = settings.get().profiles.map(({ id: profile, name, linkHosts, baseUrl }) => ({
      id: profile,
      name,
      linkHosts,
      baseUrl,
    }))
    const { tableReadings } = settings.get()
    const opened = await imports.open(id, { profiles, profileId, environment, host }, choice, tableReadings)
    await rememberReading(settings, choice, opened.reading)
    return opened
  }
  return {
    'imports.begin': ({ id, size, purpose }) => done(imports.begin(id, size, purpose)),
    'imports.append': ({ id, piece }) => done(imports.append(id, piece)),
    'imports.preview': (input) =>
      jobs.during('readImport', async (work) =>
        ok(withoutMoves(parts, input, await readPreview(imports, input.id, await open(input), work))),
      ),
    'imports.run': async (input) => {
      const opened = await open(input)
      await learnDelimiter(settings, opened.delimiter)
      const progress = emptyImport()
      const run = async (work: Work) => {
        try {
          const { id, keepReferences } = input
          if (!opened.isCounted) {
            // A file with too many links is refused before any is added.
            await readPreview(imports, id, opened, work)
            await open(input)
          }
          await importLinks(parts, { id, keepReferences, ...opened }, work, progress)
        } catch (error) {
          const code = errorCode(error)
          throw code ? new JobStoppedError({ code }) : error
        } finally {
          await imports.discard(input.id)
        }
      }
      const job = jobs.start('import', run, { onForgotten: (id) => recentImports.delete(id) })
      recentImports.set(job, progress)
      return ok({ job })
    },
    'imports.errors': ({ job }) => {
      const progress = recentImports.get(job)
      return progress ? ok(progress.errors) : fail({ code: 'import_gone' })
    },
    'imports.text': async ({ id }) => ok({ text: await imports.text(id) }),
    'imports.discard': ({ id }) => done(imports.discard(id)),
  } satisfies Partial<Handlers>
}

/** Only a service with own paths can keep those of links. */
function withoutMoves(
  { settings, services }: AppServices,
  { profileId }: ParsedInput<'imports.preview'>,
  preview: ImportPreview,
): ImportPreview {
  const profile = findProfile(settings, profileId)
  const canMove = profile.ok && offers(profile.value, services, 'paths')
  return canMove ? preview : { ...preview, movable: 0 }
}

type OpenedImport = Awaited<ReturnType<AppServices['imports']['open']>>

/** Reads a file to its end, or until the work is cancelled. Adds nothing to the library. */
async function readPreview(
  imports: AppServices['imports'],
  id: string,
  { size, kind, unused, fromService, reading }: OpenedImport,
  work: Work,
): Promise<ImportPreview> {
  const { counts, errors } = emptyImport()
  const preview: ImportPreview = {
    kind,
    unused,
    fromService,
    counts,
    errors,
    sample: [],
    movable: 0,
    hostless: 0,
    ...(reading && { reading }),
  }
  for (let isLast = false; !isLast && !work.signal.aborted;) {
    const batch = await imports.next(id, false)
    addCounts(preview.counts, batch.counts)
    preview.hostless += batch.hostless
    preview.movable += batch.movable
    preview.sample.push(...batch.sample)
    preview.errors.push(...batch.errors.slice(0, previewSize - preview.errors.length))
    work.reportProgress(batch.read, size)
    isLast = batch.isLast
  }
  return preview
}
