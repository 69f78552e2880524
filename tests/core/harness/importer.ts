import { mkdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { importChunkBytes } from '../../../contract/app/library/imports.ts'
import type { ImportCounts } from '../../../contract/app/library/imports.ts'
import { openHere } from './openHere.ts'
import { createImports } from '../../../core/library/imports/imports.ts'
import { createStagedFiles } from '../../../core/library/imports/stagedFiles.ts'
import { openLibrary } from '../../../core/library/openDatabase.ts'
import type { Database } from '../../../core/library/openDatabase.ts'
import { createNotices } from '../../../core/notices.ts'

/** Imports an exported file. Reports after each batch how many links were added so far. */
export async function importInto(
  database: Database,
  folder: string,
  file: string,
  report: (links: number) => void = () => undefined,
): Promise<ImportCounts> {
  const imports = createImports(database, createStagedFiles(folder), openHere)
  const id = crypto.randomUUID()
  imports.begin(id)
  const bytes = readFileSync(file)
  for (let at = 0; at < bytes.length; at += importChunkBytes) {
    imports.append(id, bytes.subarray(at, at + importChunkBytes).toString('base64'))
  }
  await imports.open(id, { profiles: [], profileId: '', environment: 'production' })
  const sum: ImportCounts = { new: 0, known: 0, foreign: 0, references: 0, invalid: 0 }
  for (let isLast = false; !isLast;) {
    const { counts, ...batch } = await imports.next(id, true)
    for (const name of ['new', 'known', 'foreign', 'references', 'invalid'] as const)
      sum[name] += counts[name]
    report(sum.new)
    isLast = batch.isLast
  }
  return sum
}

/** Runs in its own process, to be killed. */
async function run(folder: string, file: string): Promise<void> {
  mkdirSync(folder, { mode: 0o700 })
  const database = openLibrary(folder, createNotices())
  await importInto(database, folder, file, (links) => process.send?.(links))
  database.sql.close()
  process.disconnect()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await run(process.argv[2] ?? '', process.argv[3] ?? '')
}
