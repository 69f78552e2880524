import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'

const lastBackupShape = z.object({ file: z.string().min(1), at: z.iso.datetime() })

export type LastBackup = z.infer<typeof lastBackupShape>

/**
 * Records a database's last backup in a file beside it, for the case that the database is found empty. The
 * file isn't called `links.sqlite…`, so that it stays when someone moves the database's files away.
 */
export function recordBackup(database: string, backup: LastBackup): void {
  writeRecord(recordFilePath(database), backup)
}

function writeRecord(recordFile: string, record: object): void {
  const temporaryFile = `${recordFile}.unfinished`
  try {
    writeFileSync(temporaryFile, `${JSON.stringify(record)}\n`)
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

const moveShape = z.object({ to: z.string().min(1), at: z.iso.datetime() })

/** Records that `copy` moved a database to another one, until a service starts on it again. */
export function recordMove(database: string, to: string): void {
  writeRecord(moveFilePath(database), { to, at: new Date().toISOString() })
}

/** Returns where a database was moved, and when; `null` if it wasn't. */
export function readMove(database: string): z.infer<typeof moveShape> | null {
  try {
    return moveShape.parse(JSON.parse(readFileSync(moveFilePath(database), 'utf8')))
  } catch {
    return null
  }
}

export function forgetMove(database: string): void {
  rmSync(moveFilePath(database), { force: true })
}

function moveFilePath(database: string): string {
  return join(dirname(database), `${basename(database)}-was-moved.json`)
}

function recordFilePath(database: string): string {
  return join(dirname(database), `last-backup-of-${basename(database)}.json`)
}
