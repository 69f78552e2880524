import { createWriteStream, mkdtempSync, openSync, readSync, closeSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createLinkFileWriter } from '../../contract/library/linkFile.ts'
import { importChunkBytes } from '../../contract/imports.ts'
import { createImports } from '../../core/library/imports/imports.ts'
import { createStagedFiles } from '../../core/library/imports/stagedFiles.ts'
import { toLinkEntry } from '../../core/library/linkEntry.ts'
import type { LinkRow } from '../../core/library/linkRow.ts'
import { openLibrary } from '../../core/library/openDatabase.ts'
import { createNotices } from '../../core/notices.ts'

/** In seconds: to receive the file, to read it for the preview, and to store its last link. */
export interface ImportTimes {
  handing: number
  reading: number
  adding: number
  links: number
}

/** Measures importing a whole library in seconds, from the first chunk of its file to the last stored link. */
export async function measureImport(folder: string): Promise<ImportTimes> {
  const targetFolder = mkdtempSync(join(tmpdir(), 'linkwright-import-'))
  const file = join(targetFolder, 'export.json')
  try {
    await writeExport(folder, file)
    const database = openLibrary(targetFolder, createNotices())
    const imports = createImports(database, createStagedFiles(targetFolder))
    const seconds = createClock()
    const id = crypto.randomUUID()
    imports.begin(id)
    for (const piece of readChunks(file)) imports.append(id, piece.toString('base64'))
    const handing = seconds()
    const importTarget = { profiles: [], profileId: '', environment: 'production' } as const
    let links = 0
    const through = async (write: boolean) => {
      imports.open(id, importTarget)
      for (let isLast = false; !isLast;) {
        const portion = await imports.next(id, write)
        if (write) links += portion.counts.new
        isLast = portion.isLast
      }
      return seconds()
    }
    const reading = await through(false)
    const adding = await through(true)
    database.sql.close()
    return { handing, reading, adding, links }
  } finally {
    rmSync(targetFolder, { recursive: true, force: true })
  }
}

function createClock(): () => number {
  let last = performance.now()
  return () => {
    const before = last
    last = performance.now()
    return (last - before) / 1_000
  }
}

async function writeExport(folder: string, file: string): Promise<void> {
  const sql = new DatabaseSync(join(folder, 'library.db'), { readOnly: true })
  const out = createWriteStream(file)
  const write = createLinkFileWriter({ app: '0', madeAt: new Date().toISOString() })
  out.write(write.begin())
  for (const row of sql.prepare('SELECT * FROM links ORDER BY created_at').iterate()) {
    if (!out.write(write.entry(toLinkEntry(row as unknown as LinkRow)))) await once(out, 'drain')
  }
  out.end(write.end())
  await once(out, 'close')
  sql.close()
}

function* readChunks(file: string): Generator<Buffer> {
  const descriptor = openSync(file, 'r')
  const piece = Buffer.alloc(importChunkBytes)
  for (let read = readSync(descriptor, piece); read > 0; read = readSync(descriptor, piece))
    yield piece.subarray(0, read)
  closeSync(descriptor)
}
