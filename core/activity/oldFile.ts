import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { identify, type Identity } from '../folder/identity.ts'

/** The database in which older versions kept requests. */
const identity: Identity = {
  /** `LWac` in ASCII. */
  applicationId: 0x4c576163,
  table: 'requests',
  columns: ['id', 'time', 'operation', 'url', 'status', 'request', 'answer', 'curl'],
  thorough: false,
}

/** Deletes the requests that an older version kept in the data folder. A file of another program stays. */
export function deleteOldActivityFile(folder: string): void {
  const file = join(folder, 'activity.db')
  try {
    if (identify(file, identity) === 'foreign') return
    // The log goes first: without it, what is left is still a whole database, which the next start deletes.
    for (const suffix of ['-wal', '-shm', '']) rmSync(file + suffix, { force: true })
  } catch {
    // The folder or another program prevents it, so the next start tries again.
  }
}
