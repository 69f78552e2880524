import type { Work } from '../jobs.ts'
import { forEachPortion } from '../library/collection/changeAll.ts'
import type { ExportedFiles } from '../library/exporting/files.ts'
import type { Results, ResultsOrder } from '../library/runs/results/results.ts'
import type { Remote } from '../library/thread/messages.ts'

interface Parts {
  results: Remote<Results>
  exported: ExportedFiles
}

type Form = ResultsOrder['form']

const contentTypes: Record<Form, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Writes what became of a run, or what is wrong with it, and offers the file. One that did not become whole is gone. */
export async function writeResults(
  { results, exported }: Parts,
  work: Work,
  { name, ...order }: Pick<ResultsOrder, 'run' | 'what' | 'form'> & { name: string },
): Promise<void> {
  const { id, signal, count } = work
  try {
    const total = await results.begin({ ...order, id, file: exported.place(id) })
    const rows = await forEachPortion(work, total, () => results.step(id))
    signal.throwIfAborted()
    count({ rows })
    const { what, form } = order
    exported.offer(id, { name: `${fileName(name)}-${what}.${form}`, type: contentTypes[form] })
  } catch (error) {
    await results.abandon(id).catch(() => undefined)
    exported.remove(id)
    throw error
  }
}

/** Writes a table to be filled in and offers it. */
export async function writeTemplate(
  { results, exported }: Parts,
  { id, count }: Work,
  form: Form,
): Promise<void> {
  try {
    await results.template(exported.place(id), form)
    count({ tables: 1 })
    exported.offer(id, { name: `links-to-fill-in.${form}`, type: contentTypes[form] })
  } catch (error) {
    exported.remove(id)
    throw error
  }
}

/** A run's name as every system takes it. */
function fileName(name: string): string {
  const plain = name
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
  return plain === '' ? 'run' : plain.slice(0, 80)
}
