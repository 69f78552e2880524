import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLibrary } from '../../core/library/openDatabase.ts'
import { createNotices } from '../../core/notices.ts'
import { generateLinks } from './generate.ts'

/** A data folder with a generated library, and how long its derived data took. */
export interface GeneratedLibrary {
  folder: string
  /** `null` if it existed from an earlier run. */
  derivedInMs: number | null
}

/** Creates a data folder with this many links, or finds it in the temporary folder. */
export async function openGeneratedLibrary(links: number): Promise<GeneratedLibrary> {
  const folder = join(tmpdir(), `linkwright-bench-library-1-${links}`)
  if (existsSync(folder)) return { folder, derivedInMs: null }
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  const { sql } = openLibrary(unfinished, createNotices())
  generateLinks(sql, links)
  sql.close()
  const begun = performance.now()
  const { sql: again, filling } = openLibrary(unfinished, createNotices())
  await filling.rest()
  const derivedInMs = performance.now() - begun
  again.close()
  renameSync(unfinished, folder)
  return { folder, derivedInMs }
}
