import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { GenerateRequest } from '../contract/service/link/generate.ts'
import { openLibrary } from '../core/library/openDatabase.ts'
import { getRequestHashes } from '../core/library/requestHashes.ts'
import { runInTransaction } from '../sqlite/transaction.ts'
import { createNotices } from '../core/notices.ts'
import { createProject, rotateKey } from '../service/keys/issue.ts'
import { openConnection } from '../service/store/sqlite/file/connection.ts'
import { schemaVersion } from '../service/store/sqlite/migrate.ts'
import { linkParams } from '../service/store/sqlite/rows.ts'
import { statements } from '../service/store/sqlite/statements.ts'
import { openSqliteStore } from '../service/store/sqlite/store.ts'
import { countNames, spans } from '../service/store/visits/visits.ts'
import { sampleLink } from './service/requests.ts'

/** Rows per transaction: enough to make commits cheap, and few enough to keep the log small. */
const rowsPerCommit = 50_000

/** Runs an insert for each number below `count`, with many rows per transaction. */
function insertRows(sql: DatabaseSync, count: number, insert: (index: number) => void): void {
  sql.exec('PRAGMA cache_size = -1000000')
  for (let start = 0; start < count; start += rowsPerCommit) {
    runInTransaction(sql, () => {
      for (let index = start; index < Math.min(start + rowsPerCommit, count); index++) insert(index)
    })
  }
}

/**
 * Creates a file or folder that takes long and is kept in the temporary folder, unless it exists. It has another name
 * until it is complete. Returns its path.
 */
async function createOnce(name: string, create: (path: string) => unknown): Promise<string> {
  const path = join(tmpdir(), `linkwright-bench-${name}`)
  if (existsSync(path)) return path
  console.log(`Creating ${path} for this and later runs …`)
  const unfinishedPath = `${path}.unfinished`
  rmSync(unfinishedPath, { recursive: true, force: true })
  await create(unfinishedPath)
  renameSync(unfinishedPath, path)
  return path
}

/** A database to measure: a project's key, and paths of existing links. */
export interface SeededDatabase {
  url: string
  key: string
  paths: string[]
}

/** The project of each database. */
export const benchProject = 'prj_bench'
/** Number of links requested from a large database: more than the service caches, and few enough that wrk stays fast. */
const requestedLinks = 30_000
/** Number of paths returned for a new database. */
const maxPaths = 100_000
/** Increase this if links move within the file, as they did with shared path prefixes. */
const layoutVersion = 3

/** Creates a SQLite file with a project and this many links, which have the ids from 1. */
export async function createDatabase(file: string, count: number): Promise<SeededDatabase> {
  const store = openSqliteStore(file)
  const { key } = await createProject(store, 'Bench', benchProject)
  await store.close()
  const sql = openConnection(file)
  const insert = sql.prepare(statements.insertLink)
  const paths: string[] = []
  // Uses the store's own statement, because creating ten million links would take 15 minutes.
  insertRows(sql, count, (index) => {
    const link = sampleLink(index + 1, benchProject)
    insert.run(...linkParams(link))
    if (paths.length < maxPaths) paths.push(link.path)
  })
  sql.close()
  return { url: `sqlite://${file}`, key, paths }
}

/** Opens a database with many links, created once, and chooses the requested ones. */
export async function openManyLinks(count: number): Promise<SeededDatabase> {
  // A new version of the schema or the layout creates a new file.
  const name = `${count}-links-${schemaVersion}-${layoutVersion}.sqlite`
  const file = await createOnce(name, (path) => createDatabase(path, count))
  const store = openSqliteStore(file)
  const key = (await rotateKey(store, benchProject))?.key ?? ''
  const paths: string[] = []
  for (let n = 0; n < requestedLinks; n++) {
    const [link] = await store.scanLinks(Math.floor(Math.random() * count), 1)
    // The links are read once before, so that the first read from the disk isn't measured.
    if (link && (await store.findLink(link.path))) paths.push(link.path)
  }
  await store.close()
  return { url: `sqlite://${file}`, key, paths }
}

/** Creates a SQLite file with the visits of links, whose ids start at 0, on each of the days until today. */
export async function createVisits(file: string, links: number, days: readonly number[]): Promise<void> {
  await openSqliteStore(file).close()
  const sql = openConnection(file)
  const putVisits = sql.prepare(statements.putVisits)
  const counts = countNames.map((_, column) => column)
  insertRows(sql, links, (id) => {
    for (const day of days) putVisits.run(id, spans.day, day, ...counts)
  })
  sql.close()
}

const subjects = ['Summer sale', 'Winterschlussverkauf', 'Frühlingsangebote', 'New arrivals', 'Bestsellers']
const products = 'shoes jackets Sommerkleider Wanderschuhe bags gifts 特価 Uhren books toys'.split(' ')
const cities = ['Berlin', 'London', 'München', 'Paris', 'Zürich', 'New York', 'Lyon', 'Wien']
const channels = 'newsletter/email instagram/social facebook/social google/cpc poster/print'.split(' ')
const hosts = ['www.example.com', 'shop.example.de', 'm.example.fr', 'go.example.co.uk']

/** Returns a word that is in few links, so that a search for it has few results. */
export const rareWord = (number: number) => `rarity${number}`

/** Returns a data folder with this many links and their index, created once. */
export function openGeneratedLibrary(links: number): Promise<string> {
  return createOnce(`library-2-${links}`, async (folder) => {
    mkdirSync(folder, { mode: 0o700 })
    const library = openLibrary(folder, createNotices())
    generateLinks(library.sql, links)
    library.sql.close()
    const { sql, backfill } = openLibrary(folder, createNotices())
    await backfill.finish()
    await getRequestHashes(sql).finish()
    sql.close()
  })
}

/** Adds generated links to an open library: campaigns of five channels each, with common fields. */
export function generateLinks(sql: DatabaseSync, count: number): void {
  const insert = sql.prepare(
    `INSERT INTO links (id, state, profile_id, profile_name, environment, request, link, path, answer, checked_at, created_at)
     VALUES (?, 'created', ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  insertRows(sql, count, (index) => insert.run(...createRow(index)))
}

function createRow(number: number): string[] {
  const path = number.toString(36).padStart(11, 'x')
  const link = `https://l.example.com/${path}`
  const request = createRequest(number)
  const [data, tags] = [request.data, request.tags].map((text) => JSON.parse(text) as unknown)
  const storedLink = { id: number, ...request, data, tags, path, access_path: link, active: true }
  const answer = JSON.stringify({ link: storedLink })
  const time = new Date(Date.UTC(2020, 0, 1) + number * 150_000).toISOString()
  const profile = number % 3
  const environment = number % 4 === 0 ? 'development' : 'production'
  return [
    ...[randomUUID(), `profile-${profile}`, `Profile ${profile}`, environment, JSON.stringify(request)],
    ...[link, path, answer, time, time],
  ]
}

function createRequest(number: number) {
  const campaign = Math.floor(number / 5)
  const [source = '', medium = ''] = pick(channels, number).split('/')
  const rareSuffix = number % 5_000 === 7 ? ` ${rareWord(Math.floor(number / 5_000))}` : ''
  return {
    title: `${pick(subjects, campaign)}: ${pick(products, Math.floor(campaign / 7))} ${pick(cities, campaign)}${rareSuffix}`,
    subtitle: `Offer ${campaign} for ${source}`,
    data: JSON.stringify({ screen: 'offer', offer_id: campaign, discount: number % 60 }),
    tags: JSON.stringify([`q${(number % 4) + 1}`, pick(products, campaign), source]),
    desktop_custom_redirect: { url: `https://${pick(hosts, campaign)}/offers/${campaign}?ref=${source}` },
    tracking_campaign: `campaign-${campaign % 2_000}`,
    tracking_source: source,
    tracking_medium: medium,
  } satisfies GenerateRequest
}

function pick<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T
}
