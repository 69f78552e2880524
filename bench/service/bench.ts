import { createProject } from '../../service/keys/issue.ts'
import { openPostgresStore } from '../../service/store/postgres/store.ts'
import { postgresMissing } from '../../tests/service/postgres/binaries.ts'
import { makeLogFiles } from '../../tests/service/postgres/logFiles.ts'
import { startPostgres } from '../../tests/service/postgres/server.ts'
import { formatWhole } from '../measuring.ts'
import type { Figure } from '../measuring.ts'
import type { Options } from '../options.ts'
import { missingSpace, openManyLinks } from '../seeding.ts'
import { runAll, toFigure } from './contest.ts'
import type { Contest, Runners, Samples } from './contest.ts'
import { eventLoopOnSlowDisk, memoryOfCounting, memoryOverCreates, visitsAmongMany } from './resources.ts'
import { restoreMany } from './restore.ts'
import { createRequests, lookupRequests, visitRequests } from './requests.ts'
import { openStage } from './stage.ts'
import type { Stage } from './stage.ts'
import type { Runner } from './wrk.ts'

/**
 * How often all servers are restarted. Two processes with the same code differ by about 5 % for as long as they run,
 * because V8 compiles them differently and their memory is laid out differently.
 */
const serverRestarts = 3
/** Number of links in a small database: about the number that is popular at a time. */
const hotLinkCount = 1_000
/** Measures redirects without counting visits. */
const uncounted = { COUNT_VISITS: '0' }

/** The rows of the table. Reads `among` many links request each link rarely. */
const contests = (many: string): Contest[] => [
  { runner: 'create', against: 'bare POST', atLeast: 0.28, p99Below: 20 },
  { runner: 'lookup', against: 'bare GET of a link', atLeast: 0.4, p99Below: 5 },
  { runner: 'redirect', against: 'bare GET', atLeast: 0.6, p99Below: 4 },
  { runner: 'redirect, counted', against: 'redirect', atLeast: 0.95, p99Ratio: 1.2 },
  { runner: `lookup ${many}`, against: 'lookup', atLeast: 0.75 },
  { runner: `redirect ${many}`, against: 'bare GET' },
  { runner: `redirect ${many}, counted`, against: `redirect ${many}`, atLeast: 0.8, p99Ratio: 1.2 },
  { runner: 'create on PostgreSQL', against: 'create', atLeast: 0.9, p99Below: 40 },
]

/** Measures the service on SQLite and PostgreSQL, compared with a server that only returns responses of the same size. */
export async function* measure(options: Options): AsyncGenerator<Figure> {
  yield* await measureContests(options)
  if (options.quick) return
  const single = [eventLoopOnSlowDisk, restoreMany, (stage: Stage) => visitsAmongMany(stage, options.links)]
  for (const scenario of options.full ? [...single, memoryOverCreates, memoryOfCounting] : single) {
    await using stage = await openStage()
    yield await scenario(stage)
  }
}

/** Runs the contests; a quick run has only those that need no other program and no large file. */
async function measureContests({ quick, links }: Options): Promise<Figure[]> {
  const many = `among ${formatWhole(links)}`
  const parts = [
    { what: 'SQLite', missing: null, start: hotPath },
    { what: many, missing: missingSpace(links), start: (stage: Stage) => amongMany(stage, links, many) },
    { what: 'create on PostgreSQL', missing: postgresMissing(), start: onPostgres },
  ].slice(0, quick ? 1 : undefined)
  const samples: Samples = {}
  for (let count = 0; count < (quick ? 1 : serverRestarts); count++) {
    await using stage = await openStage()
    const runners: Runners = {}
    for (const { missing, start } of parts) if (missing === null) Object.assign(runners, await start(stage))
    runAll(runners, quick ? { rounds: 5, seconds: 1, samples } : { rounds: 3, seconds: 2, samples })
  }
  const measured = contests(many).filter(({ runner }) => runner in samples)
  const skipped = parts.filter(({ missing }) => missing !== null)
  return [
    ...measured.map((contest) => toFigure(contest, samples)),
    ...skipped.map(({ what, missing }) => ({ what, measured: `skipped: ${missing}` })),
  ]
}

/** Create, lookup and redirect on SQLite, each next to its baseline. */
async function hotPath(stage: Stage): Promise<Runners> {
  // Two services, so that the one for lookups has few links even after many creates.
  const forCreates = await stage.newDatabase(1)
  const { url, key, paths } = await stage.newDatabase(hotLinkCount)
  const [creates, reads] = [await stage.service(forCreates.url), await stage.service(url)]
  const create = { server: creates, requests: createRequests(forCreates.key) }
  const lookup = { server: reads, requests: lookupRequests(key, paths) }
  const redirect = { server: await stage.service(url, uncounted), requests: visitRequests(paths) }
  return {
    'bare POST': await startBare(stage, create, 200),
    create,
    'bare GET of a link': await startBare(stage, lookup, 200),
    lookup,
    'bare GET': await startBare(stage, redirect, 302),
    redirect,
    'redirect, counted': { ...redirect, server: reads },
  }
}

/** Starts a baseline server for the same requests, with a response of the same size. */
async function startBare(stage: Stage, { server, requests }: Runner, status: number): Promise<Runner> {
  const { path = '', body = null, ...init } = requests[0] ?? {}
  const response = await fetch(`${server.origin}${path}`, { ...init, body, redirect: 'manual' })
  const text = await response.text()
  if (response.status !== status) throw new Error(`${path} answered ${response.status}: ${text}`)
  return { server: await stage.bare(Buffer.byteLength(text)), requests }
}

async function amongMany(stage: Stage, links: number, many: string): Promise<Runners> {
  const { url, key, paths } = await openManyLinks(links)
  const server = await stage.service(url)
  const redirect = { server: await stage.service(url, uncounted), requests: visitRequests(paths) }
  return {
    [`lookup ${many}`]: { server, requests: lookupRequests(key, paths) },
    [`redirect ${many}`]: redirect,
    [`redirect ${many}, counted`]: { ...redirect, server },
  }
}

/** Creates by one process on a local PostgreSQL. */
async function onPostgres(stage: Stage): Promise<Runners> {
  const postgres = await startPostgres({ durable: true })
  stage.defer(() => postgres.remove())
  const url = await postgres.createDatabase()
  await makeLogFiles(url)
  const store = await openPostgresStore(url)
  const { key } = await createProject(store, 'Bench')
  await store.close()
  return { 'create on PostgreSQL': { server: await stage.service(url), requests: createRequests(key) } }
}
