import { setImmediate as nextTurn } from 'node:timers/promises'
import { openLibrary } from '../../../core/library/openDatabase.ts'
import { createNotices } from '../../../core/notices.ts'

/** A process that opens a library. Reports before that, and after each batch of links that it has indexed. */
process.send?.('begun')
const { backfill } = openLibrary(process.argv[2] ?? '', createNotices())
while (!backfill.isDone()) {
  process.send?.('batch')
  backfill.step()
  await nextTurn()
}
process.send?.('done')
process.disconnect()
