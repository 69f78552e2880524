import { openLibrary } from '../../../core/library/openDatabase.ts'
import { getRequestHashes } from '../../../core/library/requestHashes.ts'
import { createNotices } from '../../../core/notices.ts'

/** Fills the hashes of the library in a folder, and kills itself after the first step. */
const { sql } = openLibrary(process.argv[2] ?? '', createNotices())
void getRequestHashes(sql).finish()
setImmediate(() => process.kill(process.pid, 'SIGKILL'))
