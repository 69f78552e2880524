import type { exportCalls, ExportForm } from '../../contract/calls/exports.ts'
import { ok } from '../../contract/result.ts'
import type { Handlers } from '../dispatch.ts'
import type { Jobs, Work } from '../jobs.ts'
import { forEachPortion } from '../library/collection/changeAll.ts'
import type { Exporting, ExportOrder } from '../library/exporting/exporting.ts'
import type { ExportedFiles } from '../library/exporting/files.ts'
import type { SettingsFile } from '../settings/settings.ts'
import type { Remote } from '../library/thread/messages.ts'

interface Parts {
  exporting: Remote<Exporting>
  exported: ExportedFiles
  jobs: Jobs
  settings: SettingsFile
  version: string
}

export function exportHandlers(parts: Parts): Pick<Handlers, keyof typeof exportCalls> {
  const { exported, jobs, settings, version } = parts
  return {
    'exports.columns': () => Promise.resolve(ok(settings.get().csvColumns)),
    'links.export': async ({ which, form }) => {
      if (form.kind === 'csv' || form.kind === 'xlsx') {
        const csvColumns = [...form.columns]
        // Remembering the columns may fail; the export continues.
        await settings.change((all) => ({ ...all, csvColumns })).catch(() => undefined)
      }
      const run = (work: Work) =>
        writeFile(parts, work, { which, form, app: version, qrStyles: settings.get().qrStyles })
      return ok({ job: jobs.start('export', run, exported.remove) })
    },
  }
}

/** Writes a file and makes it available. Deletes an incomplete one. */
async function writeFile(
  { exporting, exported }: Parts,
  work: Work,
  order: Omit<ExportOrder, 'id' | 'file'>,
): Promise<void> {
  const { id, signal, count } = work
  try {
    const total = await exporting.begin({ ...order, id, file: exported.place(id) })
    let skipped = 0
    const links = await forEachPortion(work, total, async () => {
      const portion = await exporting.step(id)
      skipped += portion.left ?? 0
      return portion
    })
    signal.throwIfAborted()
    count({ links: links - skipped, left: skipped })
    exported.offer(id, savedAs[order.form.kind]())
  } catch (error) {
    await exporting.abandon(id).catch(() => undefined)
    exported.remove(id)
    throw error
  }
}

const today = () => new Date().toISOString().slice(0, 10)

/** File name and type of each kind of export. */
const savedAs: Record<ExportForm['kind'], () => { name: string; type: string }> = {
  csv: () => ({ name: `links-${today()}.csv`, type: 'text/csv; charset=utf-8' }),
  xlsx: () => ({
    name: `links-${today()}.xlsx`,
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
  qr: () => ({ name: `qr-codes-${today()}.zip`, type: 'application/zip' }),
  json: () => ({ name: `linkwright-links-${today()}.json`, type: 'application/json; charset=utf-8' }),
}
