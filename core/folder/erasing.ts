import { readFileSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { z } from 'zod'

/** What is to be erased beside the files: the accounts whose keys are in the system's key store. */
const erasingShape = z.object({ accounts: z.array(z.string()) })
export type Erasing = z.infer<typeof erasingShape>

const markerFile = (folder: string) => join(folder, 'erasing.json')

/** Writes down that everything is being erased: whatever happens from here on, a start finishes it. */
export function beginErasing(folder: string, erasing: Erasing): void {
  writeFileAtomic.sync(markerFile(folder), JSON.stringify(erasing), { mode: 0o600 })
}

/** Takes that back, as long as no file is gone. */
export function cancelErasing(folder: string): void {
  rmSync(markerFile(folder), { force: true })
}

/** What was begun and not finished; `null` for nothing. */
export function readErasing(folder: string): Erasing | null {
  let text: string
  try {
    text = readFileSync(markerFile(folder), 'utf8')
  } catch {
    return null
  }
  try {
    return erasingShape.parse(JSON.parse(text))
  } catch {
    // It is written in one piece, so this is none that a crash has left, and nothing is erased for it.
    return null
  }
}

const quarantineSuffix = String.raw`(\.(damaged|empty|newer)-[\w-]+)?`
const sideFileSuffix = '(-wal|-shm|-journal)?'

/** The names of what the app has written. A file of another program that lay in the place of one of ours is kept. */
const ownFiles = [
  new RegExp(String.raw`^(library|library-index|activity)${quarantineSuffix}\.db${sideFileSuffix}$`),
  new RegExp(String.raw`^links${quarantineSuffix}\.sqlite${sideFileSuffix}$`),
  // A new database of the service on this computer, until it is complete.
  new RegExp(String.raw`^links\.sqlite\.new-\d+${sideFileSuffix}$`),
  // While it is written, a number stands behind the name.
  new RegExp(String.raw`^settings${quarantineSuffix}\.json(\.\d+)?$`),
  /^reserved-space$/,
  /^erasing\.json\.\d+$/,
  /^last-backup-of-links\.sqlite\.json(\.\d+)?$/,
  /^errors(\.old)?\.log$/,
  /^problem-report\.txt$/,
]
const backupFiles = [new RegExp(String.raw`^\d{4}-[\w-]+\.db(\.unfinished)?${sideFileSuffix}$`)]

/** Removes every file of the app but those by which it holds the folder. Nothing may have one of them open. */
export function eraseFiles(folder: string): void {
  const backups = join(folder, 'backups')
  remove(backups, backupFiles)
  removeIfEmpty(backups)
  remove(folder, ownFiles)
  cancelErasing(folder)
}

function remove(folder: string, patterns: readonly RegExp[]): void {
  for (const name of namesIn(folder)) {
    if (patterns.some((pattern) => pattern.test(name))) rmSync(join(folder, name), { force: true })
  }
}

function removeIfEmpty(folder: string): void {
  if (namesIn(folder).length > 0) return
  try {
    rmdirSync(folder)
  } catch {
    // There is none.
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
