import { existsSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rotateKey } from '../../service/keys/issue.ts'
import { openConnection } from '../../service/store/sqlite/connection.ts'
import { makeEmpty } from '../../service/store/sqlite/file.ts'
import { migrate } from '../../service/store/sqlite/migrate.ts'
import { migrations } from '../../service/store/sqlite/migrations/all.ts'
import { linkParams, projectParams } from '../../service/store/sqlite/rows.ts'
import { statements } from '../../service/store/sqlite/statements.ts'
import { openSqliteStore } from '../../service/store/sqlite/store.ts'
import type { Store } from '../../service/store/store.ts'
import { defaultTerms } from '../../service/store/projectTerms.ts'
import { sampleLink } from './requests.ts'

/** A database to measure: a project's key, and paths of existing links. */
export interface Seeded {
  url: string
  key: string
  paths: string[]
}

/** Creates a SQLite file with a project and this many links. */
export async function createDatabase(file: string, count: number): Promise<Seeded> {
  writeLinks(file, count)
  const store = openSqliteStore(file)
  const links = await store.scanLinks(0, count)
  const key = await issueKey(store)
  await store.close()
  return { url: `sqlite://${file}`, key, paths: links.map(({ path }) => path) }
}

async function issueKey(store: Store): Promise<string> {
  return (await rotateKey(store, project))?.key ?? ''
}

const project = 'prj_bench'
const bytesPerLink = 650
const linksPerCommit = 200_000
/** Number of requested links: more than the service caches, and few enough that wrk stays fast. */
const requestedLinks = 30_000
/** Increase it if links are stored elsewhere in the file, as happens with shared path prefixes. */
const layout = 2

/** Returns why there is not enough space for this many links, `null` if there is. */
export function missingSpace(count: number): string | null {
  const { bavail, bsize } = statfsSync(tmpdir())
  const needed = count * bytesPerLink * 1.5
  if (existsSync(manyLinksFile(count)) || bavail * bsize > needed) return null
  return `${tmpdir()} has no ${Math.ceil(needed / 1e9)} GB to spare; --links takes fewer`
}

/** Opens a database with many links, created once and kept in the temporary folder. */
export async function openManyLinks(count: number): Promise<Seeded> {
  const file = manyLinksFile(count)
  if (!existsSync(file)) {
    console.log(`Making ${count.toLocaleString('en')} links in ${file}, once …`)
    writeLinks(file, count)
  }
  const store = openSqliteStore(file)
  const key = await issueKey(store)
  const paths: string[] = []
  for (let n = 0; n < requestedLinks; n++) {
    const [link] = await store.scanLinks(Math.floor(Math.random() * count), 1)
    // Read once before, so that the service is measured and not the disk's first read.
    if (link && (await store.findLink(link.path))) paths.push(link.path)
  }
  await store.close()
  return { url: `sqlite://${file}`, key, paths }
}

/** A new schema or layout creates a new file. */
function manyLinksFile(count: number): string {
  return join(tmpdir(), `linkwright-bench-${count}-links-${migrations.length}-${layout}.sqlite`)
}

/** Writes links with the store's own statements, many per commit: creates would take 15 minutes. */
function writeLinks(file: string, count: number): void {
  const unfinished = `${file}-unfinished`
  rmSync(unfinished, { force: true })
  makeEmpty(unfinished)
  const database = openConnection(unfinished)
  migrate(database)
  database.exec('PRAGMA cache_size = -2000000')
  const dates = { createdAt: 0, deletedAt: null }
  const bench = { id: project, name: 'Bench', active: true, ...dates, changesOff: false, terms: defaultTerms }
  database.prepare(statements.insertProject).run(...projectParams(bench))
  const insert = database.prepare(statements.insertLink)
  for (let made = 0; made < count;) {
    database.exec('BEGIN')
    const until = Math.min(count, made + linksPerCommit)
    while (made < until) insert.run(...linkParams(sampleLink(++made, project)))
    database.exec('COMMIT')
  }
  database.close()
  renameSync(unfinished, file)
}
