import type { Work } from '../jobs.ts'
import { forEachBatch } from '../library/collection/changeAll.ts'
import { toFileName } from '../library/exporting/fileName.ts'
import type { ReportRequest } from '../library/runs/results/results.ts'
import type { AppServices } from '../appServices.ts'
import { startExport, tableTypes } from './exports.ts'

type Parts = Pick<AppServices, 'results' | 'exported' | 'jobs'>

/** Starts writing the results or errors of a run. */
export function exportResults(
  parts: Parts,
  { name, ...request }: Pick<ReportRequest, 'run' | 'what' | 'format' | 'delimiter'> & { name: string },
) {
  const { results } = parts
  const write = async (file: string, work: Work) => {
    const { id, signal } = work
    const total = await results.begin({ ...request, id, file })
    const rows = await forEachBatch(work, total, () => results.step(id))
    signal.throwIfAborted()
    const { what, format } = request
    return {
      counts: { rows },
      name: `${toFileName(name) || 'run'}-${what}.${format}`,
      type: tableTypes[format],
    }
  }
  return startExport(parts, write, results.abandon)
}

/** Starts writing an empty table to fill in. */
export function exportTemplate(
  parts: Parts,
  { format, delimiter }: Pick<ReportRequest, 'format' | 'delimiter'>,
) {
  return startExport(parts, async (file) => {
    await parts.results.template(file, format, delimiter)
    return { counts: { tables: 1 }, name: `links-to-fill-in.${format}`, type: tableTypes[format] }
  })
}
