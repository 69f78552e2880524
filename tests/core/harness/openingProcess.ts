import { createNotices } from '../../../core/notices.ts'
import { openLibrary } from '../../../core/library/openDatabase.ts'

/** A process that opens the library of a folder and closes it again, to be killed meanwhile. */
openLibrary(process.argv[2] ?? '', createNotices()).sql.close()
