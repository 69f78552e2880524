import type { ExportFormat } from '../../contract/app/calls/links/exports.ts'
import { emptyView } from '../../contract/app/library/emptyView.ts'
import { ok, type Result } from '../../contract/app/problems/result.ts'
import { toUtcDay } from '../../contract/app/text/utcDay.ts'
import type { Handlers } from '../dispatch.ts'
import type { Work } from '../jobs.ts'
import { forEachBatch } from '../library/collection/changeAll.ts'
import type { ExportRequest } from '../library/exporting/exporting.ts'
import { readManyVisits, recentTime } from '../links/visits.ts'
import type { AppServices } from '../appServices.ts'

export function exportHandlers(parts: AppServices) {
  const { exporting, settings, host } = parts
  return {
    'exports.columns': () => ok(settings.get().csvColumns),
    'exports.links': async ({ which, format }) => {
      if (format.kind === 'csv' || format.kind === 'xlsx') {
        const csvColumns = [...format.columns]
        const delimiterSetting =
          format.kind === 'csv' && format.delimiter ? { csvDelimiter: format.delimiter } : {}
        // If the choices can't be saved, the export continues.
        await settings.change((all) => ({ ...all, csvColumns, ...delimiterSetting })).catch(() => undefined)
      }
      const { qrStyles } = settings.get()
      const request = { which, format, app: host.version, qrStyles, visitsSince: recentTime() }
      const write = (file: string, work: Work) => writeLinks(parts, work, { ...request, id: work.id, file })
      return startExport(parts, write, exporting.abandon)
    },
  } satisfies Partial<Handlers>
}

interface WrittenFile {
  counts: Record<string, number>
  name: string
  type: string
}

/** Starts a job that writes a file and then makes it available. Deletes an incomplete one. Returns the job's id. */
export function startExport(
  { jobs, exported }: Pick<AppServices, 'jobs' | 'exported'>,
  write: (file: string, work: Work) => Promise<WrittenFile>,
  abandon: (id: string) => Promise<unknown> = () => Promise.resolve(),
): Result<{ job: string }> {
  const run = async (work: Work) => {
    const { id, setCounts } = work
    try {
      const { counts, ...file } = await write(exported.preparePath(id), work)
      setCounts(counts)
      exported.offer(id, { ...file, sent: () => setCounts({ ...counts, saved: 1 }) })
    } catch (error) {
      await abandon(id).catch(() => undefined)
      exported.remove(id)
      throw error
    }
  }
  return ok({ job: jobs.start('export', run, { onForgotten: exported.remove }) })
}

async function writeLinks(parts: AppServices, work: Work, request: ExportRequest): Promise<WrittenFile> {
  const { exporting } = parts
  const { id, signal } = work
  const visits = hasVisits(request.format) ? await readVisits(parts, work, request) : null
  const total = await exporting.begin(request)
  let skipped = 0
  const links = await forEachBatch(work, total, async () => {
    const batch = await exporting.step(id)
    skipped += batch.skipped ?? 0
    return batch
  })
  signal.throwIfAborted()
  const [name, extension, type] = fileKinds[request.format.kind]
  const counts = { links: links - skipped, left: skipped, ...(visits && { unanswered: visits.unanswered }) }
  return { counts, name: `${name}-${toUtcDay(Date.now())}.${extension}`, type }
}

function hasVisits(format: ExportFormat): boolean {
  return (format.kind === 'csv' || format.kind === 'xlsx') && format.columns.includes('visits')
}

/** Reads the visits of the links to export, which the library then has. */
function readVisits(parts: AppServices, work: Work, { which, visitsSince }: ExportRequest) {
  const selected = 'everything' in which ? { view: { ...emptyView, archived: 'all' as const } } : which
  return readManyVisits(parts, selected, work, visitsSince)
}

/** Types of the tables that are written. */
export const tableTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** File name without the day, extension and type of each kind of export. */
const fileKinds: Record<ExportFormat['kind'], [name: string, extension: string, type: string]> = {
  csv: ['links', 'csv', tableTypes.csv],
  xlsx: ['links', 'xlsx', tableTypes.xlsx],
  qr: ['qr-codes', 'zip', 'application/zip'],
  json: ['linkwright-links', 'json', 'application/json; charset=utf-8'],
}
