import type { ExportFormat } from '../../contract/app/calls/links/exports.ts'
import { visitLimits } from '../../contract/service/link/visits.ts'
import { ok } from '../../contract/app/problems/result.ts'
import type { Handlers } from '../dispatch.ts'
import type { Work } from '../jobs.ts'
import { forEachBatch } from '../library/collection/changeAll.ts'
import type { ExportRequest } from '../library/exporting/exporting.ts'
import { readVisitsOfLinks, type VisitParts } from '../links/visits.ts'
import type { AppServices } from '../appServices.ts'

type Parts = VisitParts & Pick<AppServices, 'host' | 'exporting' | 'exported' | 'jobs'>

export function exportHandlers(parts: Parts) {
  const { exported, jobs, settings, host } = parts
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
      const run = (work: Work) =>
        writeFile(parts, work, { which, format, app: host.version, qrStyles: settings.get().qrStyles })
      return ok({ job: jobs.start('export', run, { onForgotten: exported.remove }) })
    },
  } satisfies Partial<Handlers>
}

/** Writes a file and makes it available. Deletes an incomplete one. */
async function writeFile(
  parts: Parts,
  work: Work,
  request: Omit<ExportRequest, 'id' | 'file'>,
): Promise<void> {
  const { exporting, exported } = parts
  const { id, signal, setCounts } = work
  try {
    const total = await exporting.begin({ ...request, id, file: exported.preparePath(id) })
    let skipped = 0
    const visits = hasVisits(request.format) ? createVisitReader(parts) : null
    const links = await forEachBatch(work, total, async () => {
      const nextIds = visits ? await exporting.upcoming(id) : []
      if (visits && nextIds.length > 0) await exporting.setVisits(id, await visits.read(nextIds))
      const batch = await exporting.step(id)
      skipped += batch.skipped ?? 0
      return batch
    })
    signal.throwIfAborted()
    const counts = {
      ...{ links: links - skipped, left: skipped },
      ...(visits && { unanswered: visits.unanswered() }),
    }
    setCounts(counts)
    exported.offer(id, {
      ...savedAs[request.format.kind](),
      sent: () => setCounts({ ...counts, saved: 1 }),
    })
  } catch (error) {
    await exporting.abandon(id).catch(() => undefined)
    exported.remove(id)
    throw error
  }
}

function hasVisits(format: ExportFormat): boolean {
  return (format.kind === 'csv' || format.kind === 'xlsx') && format.columns.includes('visits')
}

/** Fetches the visits of many links from their services. Stops after the first failure. */
function createVisitReader(parts: VisitParts) {
  let unanswered = 0
  return {
    /** Number of links whose visits could not be read. */
    unanswered: () => unanswered,
    read: async (ids: readonly string[]): Promise<Record<string, number>> => {
      const totals: Record<string, number> = {}
      for (let start = 0; start < ids.length; start += visitLimits.paths) {
        const group = ids.slice(start, start + visitLimits.paths)
        // After one failure, waiting for the remaining timeouts would take minutes.
        if (unanswered > 0) {
          unanswered += group.length
          continue
        }
        const { lines, problem } = await readVisitsOfLinks(parts, { ids: group })
        for (const [id, { total }] of Object.entries(lines)) totals[id] = total
        if (problem) unanswered += group.length - Object.keys(lines).length
      }
      return totals
    },
  }
}

const today = () => new Date().toISOString().slice(0, 10)

/** File name and type of each kind of export. */
const savedAs: Record<ExportFormat['kind'], () => { name: string; type: string }> = {
  csv: () => ({ name: `links-${today()}.csv`, type: 'text/csv; charset=utf-8' }),
  xlsx: () => ({
    name: `links-${today()}.xlsx`,
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
  qr: () => ({ name: `qr-codes-${today()}.zip`, type: 'application/zip' }),
  json: () => ({ name: `linkwright-links-${today()}.json`, type: 'application/json; charset=utf-8' }),
}
