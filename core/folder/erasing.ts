import { readFileSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { z } from 'zod'

/** What to erase besides the files: accounts with keys in the system's key store. */
const erasingShape = z.object({ accounts: z.array(z.string()) })
export type Erasing = z.infer<typeof erasingShape>

const markerFile = (folder: string) => join(folder, 'erasing.json')

/** Records that everything is being erased. After a crash, the next start finishes it. */
export function beginErasing(folder: string, erasing: Erasing): void {
  writeFileAtomic.sync(markerFile(folder), JSON.stringify(erasing), { mode: 0o600 })
}

/** Cancels the erase. Only allowed before any file is deleted. */
export function cancelErasing(folder: string): void {
  rmSync(markerFile(folder), { force: true })
}

/** Returns an unfinished erase, or `null`. */
export function readErasing(folder: string): Erasing | null {
  try {
    return erasingShape.parse(JSON.parse(readFileSync(markerFile(folder), 'utf8')))
  } catch {
    // There is none, or it isn't ours: the marker is written atomically, so ours can be read.
    return null
  }
}

const quarantineSuffix = String.raw`(\.(damaged|empty|newer|overwritten)-[\w-]+)?`
const sideFileSuffix = '(-wal|-shm|-journal)?'

/** Name patterns of the app's own files. Foreign files that were set aside are kept. */
const ownFiles = [
  new RegExp(String.raw`^(library|library-index|activity)${quarantineSuffix}\.db${sideFileSuffix}$`),
  // A copy of a damaged library that isn't complete yet.
  new RegExp(String.raw`^library\.db\.new${sideFileSuffix}$`),
  new RegExp(String.raw`^links${quarantineSuffix}\.sqlite${sideFileSuffix}$`),
  // A new database of the service on this computer that isn't complete yet.
  new RegExp(String.raw`^links\.sqlite\.(new-\d+|\d+-[\da-f]{8}\.unfinished)${sideFileSuffix}$`),
  // While it is written, its name ends in a number.
  new RegExp(String.raw`^settings${quarantineSuffix}\.json(\.\d+)?$`),
  new RegExp(String.raw`^app-links${quarantineSuffix}\.json(\.\d+)?$`),
  /^service-rules\.json(\.\d+)?$/,
  /^reserved-space$/,
  /^erasing\.json\.\d+$/,
  /^last-backup-of-links\.sqlite\.json(\.\d+)?$/,
  /^errors(\.old)?\.log$/,
  /^problem-report\.txt$/,
]
const backupFiles = [new RegExp(String.raw`^\d{4}-[\w-]+\.db(\.unfinished)?${sideFileSuffix}$`)]

/**
 * Deletes all files of the app except the folder lock. They must be closed. Returns the paths of those that couldn't be
 * deleted.
 */
export function eraseFiles(folder: string): string[] {
  const backups = join(folder, 'backups')
  const remainingFiles = [...remove(backups, backupFiles), ...remove(folder, ownFiles)]
  removeIfEmpty(backups)
  cancelErasing(folder)
  return remainingFiles
}

/** Returns the paths of files that couldn't be deleted. */
function remove(folder: string, patterns: readonly RegExp[]): string[] {
  const names = namesIn(folder).filter((name) => patterns.some((pattern) => pattern.test(name)))
  return names
    .map((name) => join(folder, name))
    .filter((file) => {
      try {
        rmSync(file, { force: true })
        return false
      } catch {
        return true
      }
    })
}

/** Returns the notice text about files that remain after everything else was erased. */
export function remainingFilesText(files: readonly string[]): string {
  const subject = files.length === 1 ? 'A file' : `${files.length} files`
  return (
    `${subject} couldn’t be deleted. Everything else was erased. Close other programs that may use the data ` +
    `folder, then delete what is left there: ${files.join(', ')}.`
  )
}

function removeIfEmpty(folder: string): void {
  if (namesIn(folder).length > 0) return
  try {
    rmdirSync(folder)
  } catch {
    // There is no such folder.
  }
}

/** Returns the names in a folder; none if there is no such folder. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
