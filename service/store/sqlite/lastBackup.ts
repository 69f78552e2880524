import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'

const lastBackupShape = z.object({ file: z.string().min(1), at: z.iso.datetime() })

/** A backup, and when it was made. */
export type LastBackup = z.infer<typeof lastBackupShape>

/**
 * Notes beside a database which backup of it is the last, for the day on which the database is found empty. It is not
 * called `links.sqlite…`: what is moved aside with the database is not there any more when somebody asks for it.
 */
export function noteBackup(database: string, backup: LastBackup): void {
  const note = noteFile(database)
  const unfinished = `${note}.unfinished`
  try {
    writeFileSync(unfinished, `${JSON.stringify(backup)}\n`)
    renameSync(unfinished, note)
  } finally {
    rmSync(unfinished, { force: true })
  }
}

/** The last backup of a database that was noted; `null` when none is known. */
export function readLastBackup(database: string): LastBackup | null {
  try {
    return lastBackupShape.parse(JSON.parse(readFileSync(noteFile(database), 'utf8')))
  } catch {
    return null
  }
}

function noteFile(database: string): string {
  return join(dirname(database), `last-backup-of-${basename(database)}.json`)
}
