import { createProject } from '../../service/keys/issue.ts'
import { openPostgresStore } from '../../service/store/postgres/store.ts'
import { postgresMissing } from '../../tests/service/postgres/binaries.ts'
import { makeLogFiles } from '../../tests/service/postgres/logFiles.ts'
import { startPostgres } from '../../tests/service/postgres/server.ts'
import type { Figure, Options } from '../measuring.ts'
import { mergeBouts, runContests, toFigure } from './contest.ts'
import type { Bout, Contest, Runner } from './contest.ts'
import { missingSpace, openManyLinks } from './databases.ts'
import { eventLoopOnSlowDisk, memoryOfCounting, memoryOverCreates } from './resources.ts'
import { restoreMany } from './restore.ts'
import { createRequests, lookupRequests, visitRequests } from './requests.ts'
import { openStage } from './stage.ts'
import type { Stage } from './stage.ts'
import { visitsAmongMany } from './visitLines.ts'

/**
 * How often all servers are restarted. Two processes of the same code differ by about 5 % for as long as they run,
 * because of how V8 compiled them and where their memory is.
 */
const serverRestarts = 3
/** Number of links in "few": about as many as are popular at a time. */
const hotLinkCount = 1_000
/** Redirects without counting. */
const uncounted = { env: { COUNT_VISITS: '0' } }

/** Measures the service beside a server that only returns responses of the same size, on SQLite and PostgreSQL. */
export async function* measure({ quick, full, links }: Options): AsyncGenerator<Figure[]> {
  if (quick) {
    await using stage = await openStage()
    const { contests } = await hotPath(stage)
    const bouts = await runContests(stage.load, contests, { rounds: 5, seconds: 1 })
    yield bouts.map(toFigure)
    return
  }
  const [noRoom, noPostgres] = [missingSpace(links), postgresMissing()]
  if (noRoom !== null) yield [{ what: `among ${links} links`, measured: `skipped, ${noRoom}` }]
  if (noPostgres !== null) yield [{ what: 'create on PostgreSQL', measured: `skipped, ${noPostgres}` }]
  const restarts: Bout[][] = []
  for (let count = 0; count < serverRestarts; count++) {
    await using stage = await openStage()
    const hot = await hotPath(stage)
    if (noRoom === null) hot.contests.push(...(await amongMany(stage, links, hot)))
    if (noPostgres === null) hot.contests.push(await onPostgres(stage, hot))
    restarts.push(await runContests(stage.load, hot.contests, { rounds: 3, seconds: 2 }))
  }
  yield mergeBouts(restarts).map(toFigure)
  const single = [eventLoopOnSlowDisk, restoreMany, (stage: Stage) => visitsAmongMany(stage, links)]
  for (const scenario of full ? [...single, memoryOverCreates, memoryOfCounting] : single) {
    await using stage = await openStage()
    yield [await scenario(stage)]
  }
}

interface HotPath {
  create: Runner
  lookup: Runner
  bareGet: Runner
  contests: Contest[]
}

/** Create, lookup and redirect on SQLite. */
async function hotPath(stage: Stage): Promise<HotPath> {
  // Two services, so that lookups use few links even after many creates.
  const [forCreates, forReads] = [await stage.newDatabase(1), await stage.newDatabase(hotLinkCount)]
  const reads = await stage.service(forReads.url)
  const creates = await stage.service(forCreates.url)
  const silent = await stage.service(forReads.url, uncounted)
  const create = { name: 'create', server: creates, requests: createRequests(forCreates.key) }
  const lookup = { name: 'lookup', server: reads, requests: lookupRequests(forReads.key, forReads.paths) }
  const redirect = { name: 'redirect', server: silent, requests: visitRequests(forReads.paths) }
  const counted = { name: 'redirect, counted', server: reads, requests: redirect.requests }
  const barePost = await startBareRunner(stage, 'bare POST', create)
  const bareLookup = await startBareRunner(stage, 'bare GET', lookup)
  const bareGet = await startBareRunner(stage, 'bare GET', redirect)
  return {
    create,
    lookup,
    bareGet,
    contests: [
      { runner: create, against: barePost, atLeast: 0.28, p99Below: 20 },
      { runner: lookup, against: bareLookup, atLeast: 0.4, p99Below: 5 },
      { runner: redirect, against: bareGet, atLeast: 0.6, p99Below: 4 },
      { runner: counted, against: redirect, atLeast: 0.95, p99Ratio: 1.2 },
    ],
  }
}

/** Starts a baseline server for the same requests, with a response of the same size. */
async function startBareRunner(stage: Stage, name: string, like: Runner): Promise<Runner> {
  const [request] = like.requests
  if (!request) throw new Error(`There is nothing to ask for ${like.name}.`)
  const { path, body, ...init } = request
  const url = `http://127.0.0.1:${like.server.port}${path}`
  const answer = await fetch(url, { ...init, ...(body !== undefined && { body }), redirect: 'manual' })
  const bytes = await answer.bytes()
  if (answer.status !== (like.name === 'redirect' ? 302 : 200))
    throw new Error(`${like.name} answered ${answer.status}: ${Buffer.from(bytes).toString()}`)
  return { name, server: await stage.bare(bytes.length), requests: like.requests }
}

/** Reads among many links, each requested rarely, beside reads among few. */
async function amongMany(stage: Stage, count: number, { lookup, bareGet }: HotPath): Promise<Contest[]> {
  const { url, key, paths } = await openManyLinks(count)
  const server = await stage.service(url)
  const silent = await stage.service(url, uncounted)
  const among = `among ${count.toLocaleString('en')}`
  const lookups = { name: `lookup ${among}`, server, requests: lookupRequests(key, paths) }
  const visits = { name: `redirect ${among}`, server: silent, requests: visitRequests(paths) }
  const counted = { ...visits, name: `${visits.name}, counted`, server }
  return [
    { runner: lookups, against: lookup, atLeast: 0.75 },
    { runner: visits, against: bareGet },
    { runner: counted, against: visits, atLeast: 0.8, p99Ratio: 1.2 },
  ]
}

/** Creates by one process on a local PostgreSQL, beside creates on SQLite. */
async function onPostgres(stage: Stage, { create }: HotPath): Promise<Contest> {
  const postgres = await startPostgres({ durable: true })
  stage.defer(() => postgres.remove())
  const url = await postgres.createDatabase()
  await makeLogFiles(url)
  const store = await openPostgresStore(url)
  const { key } = await createProject(store, 'Bench')
  await store.close()
  const server = await stage.service(url)
  const runner = { name: 'create on PostgreSQL', server, requests: createRequests(key) }
  return { runner, against: create, atLeast: 0.9, p99Below: 40 }
}
