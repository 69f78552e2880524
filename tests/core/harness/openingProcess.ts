import { createNotices } from '../../../core/notices.ts'
import { openLibrary } from '../../../core/library/openDatabase.ts'

/** A process that opens and closes the library of a folder, to be killed meanwhile. */
openLibrary(process.argv[2] ?? '', createNotices()).sql.close()
