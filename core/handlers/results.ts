import type { Work } from '../jobs.ts'
import { forEachBatch } from '../library/collection/changeAll.ts'
import type { ReportRequest } from '../library/runs/results/results.ts'
import type { AppServices } from '../appServices.ts'

type Parts = Pick<AppServices, 'results' | 'exported'>

type FileFormat = ReportRequest['format']

const contentTypes: Record<FileFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Writes the results or errors of a run and makes the file available. Deletes an incomplete one. */
export async function writeResults(
  { results, exported }: Parts,
  work: Work,
  { name, ...request }: Pick<ReportRequest, 'run' | 'what' | 'format' | 'delimiter'> & { name: string },
): Promise<void> {
  const { id, signal, setCounts } = work
  try {
    const total = await results.begin({ ...request, id, file: exported.preparePath(id) })
    const rows = await forEachBatch(work, total, () => results.step(id))
    signal.throwIfAborted()
    setCounts({ rows })
    const { what, format } = request
    exported.offer(id, {
      name: `${fileName(name)}-${what}.${format}`,
      type: contentTypes[format],
      sent: () => setCounts({ rows, saved: 1 }),
    })
  } catch (error) {
    await results.abandon(id).catch(() => undefined)
    exported.remove(id)
    throw error
  }
}

/** Writes an empty table to fill in and makes it available. */
export async function writeTemplate(
  { results, exported }: Parts,
  { id, setCounts }: Work,
  { format, delimiter }: Pick<ReportRequest, 'format' | 'delimiter'>,
): Promise<void> {
  try {
    await results.template(exported.preparePath(id), format, delimiter)
    setCounts({ tables: 1 })
    exported.offer(id, {
      name: `links-to-fill-in.${format}`,
      type: contentTypes[format],
      sent: () => setCounts({ tables: 1, saved: 1 }),
    })
  } catch (error) {
    exported.remove(id)
    throw error
  }
}

/** Returns a run's name as a file name that is valid on every system. */
function fileName(name: string): string {
  const plain = name
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
  return plain === '' ? 'run' : plain.slice(0, 80)
}
