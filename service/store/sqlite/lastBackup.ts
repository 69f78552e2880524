import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'

const lastBackupShape = z.object({ file: z.string().min(1), at: z.iso.datetime() })

/** A backup and its time. */
export type LastBackup = z.infer<typeof lastBackupShape>

/**
 * Records a database's last backup in a file beside it, for the case that the database is found empty. The
 * file isn't called `links.sqlite…`, so that it stays when someone moves the database's files away.
 */
export function recordBackup(database: string, backup: LastBackup): void {
  const recordFile = recordFilePath(database)
  const temporaryFile = `${recordFile}.unfinished`
  try {
    writeFileSync(temporaryFile, `${JSON.stringify(backup)}\n`)
    renameSync(temporaryFile, recordFile)
  } finally {
    rmSync(temporaryFile, { force: true })
  }
}

/** Returns the recorded last backup of a database; `null` without a record. */
export function readLastBackup(database: string): LastBackup | null {
  try {
    return lastBackupShape.parse(JSON.parse(readFileSync(recordFilePath(database), 'utf8')))
  } catch {
    return null
  }
}

function recordFilePath(database: string): string {
  return join(dirname(database), `last-backup-of-${basename(database)}.json`)
}
