import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'

/**
 * A record in a small file beside a database. The file isn't called `links.sqlite…`, so that it stays when someone moves the
 * database's files away.
 */
function createRecord<T extends object>(nameFor: (database: string) => string, shape: z.ZodType<T>) {
  const pathFor = (database: string) => join(dirname(database), nameFor(basename(database)))
  return {
    write: (database: string, record: T) => {
      const file = pathFor(database)
      const temporaryFile = `${file}.unfinished`
      try {
        writeFileSync(temporaryFile, `${JSON.stringify(record)}\n`)
        renameSync(temporaryFile, file)
      } finally {
        rmSync(temporaryFile, { force: true })
      }
    },
    /** Returns `null` without a record. */
    read: (database: string): T | null => {
      try {
        return shape.parse(JSON.parse(readFileSync(pathFor(database), 'utf8')))
      } catch {
        return null
      }
    },
    forget: (database: string) => rmSync(pathFor(database), { force: true }),
  }
}

const backupShape = z.object({ file: z.string().min(1), at: z.iso.datetime() })
export type LastBackup = z.infer<typeof backupShape>

/** The last backup of a database, for the case that the database is found empty. */
export const lastBackup = createRecord((name) => `last-backup-of-${name}.json`, backupShape)

const moveShape = z.object({ to: z.string().min(1), at: z.iso.datetime() })

/** Where and when `copy` moved a database, until a service starts on it again. */
export const databaseMove = createRecord((name) => `${name}-was-moved.json`, moveShape)
