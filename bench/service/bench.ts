import { postgresMissing } from '../../tests/service/postgres/binaries.ts'
import { makeLogFiles } from '../../tests/service/postgres/logFiles.ts'
import { formatWhole, type Figure } from '../measuring.ts'
import type { Options } from '../options.ts'
import { openManyLinks } from '../seeding.ts'
import { measureList } from './list.ts'
import { runAll, toFigure, type Contest, type Runners, type Samples } from './contest.ts'
import {
  measureEventLoopOnSlowDisk,
  measureMemoryOfCounting,
  measureMemoryOverCreates,
  measureVisitReports,
} from './resources.ts'
import { createRequests, lookupRequests, visitRequests } from './requests.ts'
import { openStage, type Stage } from './stage.ts'
import type { Runner } from './wrk.ts'

/**
 * How often all servers are restarted. Two processes with the same code differ by about 5 % for as long as they run,
 * because V8 compiles them differently and their memory is laid out differently.
 */
const serverRestarts = 3
/** Number of links in a small database: about the number that is popular at a time. */
const hotLinkCount = 1_000
/** Measures redirects without counting visits. */
const withoutCounting = { COUNT_VISITS: '0' }

/** The rows of the table. Lookups and redirects in `scope`, among many links, request each link rarely. */
const contests = (scope: string): Contest[] => [
  { runner: 'create', baseline: 'bare POST', minRatio: 0.28, maxP99Ms: 20 },
  { runner: 'lookup', baseline: 'bare GET of a link', minRatio: 0.4, maxP99Ms: 5 },
  { runner: 'redirect', baseline: 'bare GET', minRatio: 0.6, maxP99Ms: 4 },
  { runner: 'redirect, counted', baseline: 'redirect', minRatio: 0.95, maxP99Ratio: 1.2 },
  { runner: 'redirect of own paths', baseline: 'bare GET', minRatio: 0.6 },
  { runner: 'redirect with a query', baseline: 'bare GET', minRatio: 0.54 },
  { runner: `lookup ${scope}`, baseline: 'lookup', minRatio: 0.75 },
  { runner: `redirect ${scope}`, baseline: 'bare GET' },
  { runner: `redirect ${scope}, counted`, baseline: `redirect ${scope}`, minRatio: 0.8, maxP99Ratio: 1.2 },
  { runner: 'create on PostgreSQL', baseline: 'create', minRatio: 0.9, maxP99Ms: 40 },
]

/** Measures the service on SQLite and PostgreSQL, compared with a server that only returns responses of the same size. */
export async function* measure(options: Options): AsyncGenerator<Figure> {
  yield* await measureContests(options)
  if (options.quick) return
  await using listStage = await openStage()
  yield* measureList(listStage)
  const scenarios = [measureEventLoopOnSlowDisk, (stage: Stage) => measureVisitReports(stage, options.links)]
  for (const scenario of options.full
    ? [...scenarios, measureMemoryOverCreates, measureMemoryOfCounting]
    : scenarios) {
    await using stage = await openStage()
    yield await scenario(stage)
  }
}

/** Runs the contests; a quick run has only those that need no other program and no large file. */
async function measureContests({ quick, links }: Options): Promise<Figure[]> {
  const scope = `among ${formatWhole(links)}`
  const noPostgres = postgresMissing()
  const samples: Samples = {}
  for (let count = 0; count < (quick ? 1 : serverRestarts); count++) {
    await using stage = await openStage()
    const runners = await startHotPath(stage)
    if (!quick) Object.assign(runners, await startAmongMany(stage, links, scope))
    if (!quick && noPostgres === null) Object.assign(runners, await startOnPostgres(stage))
    runAll(runners, quick ? { rounds: 5, seconds: 1, samples } : { rounds: 3, seconds: 2, samples })
  }
  const measured = contests(scope).filter(({ runner }) => runner in samples)
  const figures: Figure[] = measured.map((contest) => toFigure(contest, samples))
  if (noPostgres !== null) figures.push({ what: 'PostgreSQL', measured: `skipped: ${noPostgres}` })
  return figures
}

/** Create, lookup and redirect on SQLite, each next to its baseline. */
async function startHotPath(stage: Stage): Promise<Runners> {
  // Two services, so that the one for lookups has few links even after many creates.
  const emptyDatabase = await stage.newDatabase(1)
  const { url, key, paths } = await stage.newDatabase(hotLinkCount)
  const [creates, reads] = [await stage.service(emptyDatabase.url), await stage.service(url)]
  const create = { server: creates, requests: createRequests(emptyDatabase.key) }
  const lookup = { server: reads, requests: lookupRequests(key, paths) }
  const redirect = { server: await stage.service(url, withoutCounting), requests: visitRequests(paths) }
  const ownPaths = await createOwnPaths(redirect.server.origin, key)
  return {
    'bare POST': await startBare(stage, create, 200),
    create,
    'bare GET of a link': await startBare(stage, lookup, 200),
    lookup,
    'bare GET': await startBare(stage, redirect, 302),
    redirect,
    'redirect, counted': { ...redirect, server: reads },
    'redirect of own paths': { ...redirect, requests: visitRequests(ownPaths) },
    'redirect with a query': {
      ...redirect,
      requests: visitRequests(paths.map((path) => `${path}?fbclid=IwAR0123456789&utm_term=summer%20sale`)),
    },
  }
}

/** Creates links with own paths. Resolves with the paths. */
async function createOwnPaths(origin: string, key: string): Promise<string[]> {
  const [request] = createRequests(key)
  const paths = Array.from({ length: hotLinkCount }, (_, index) => `summer-sale-${index}`)
  for (const path of paths) {
    const body = JSON.stringify({ ...(JSON.parse(request?.body ?? '{}') as object), path })
    const response = await fetch(`${origin}${request?.path}`, { ...request, body })
    if (response.status !== 200)
      throw new Error(`A create answered ${response.status}: ${await response.text()}`)
  }
  return paths
}

/** Starts a baseline server for the same requests, with a response of the same size. */
async function startBare(stage: Stage, { server, requests }: Runner, status: number): Promise<Runner> {
  const { path = '', body = null, ...init } = requests[0] ?? {}
  const response = await fetch(`${server.origin}${path}`, { ...init, body, redirect: 'manual' })
  const text = await response.text()
  if (response.status !== status) throw new Error(`${path} answered ${response.status}: ${text}`)
  return { server: await stage.bare(Buffer.byteLength(text)), requests }
}

async function startAmongMany(stage: Stage, links: number, scope: string): Promise<Runners> {
  const { url, key, paths } = await openManyLinks(links)
  const server = await stage.service(url)
  const redirect = { server: await stage.service(url, withoutCounting), requests: visitRequests(paths) }
  return {
    [`lookup ${scope}`]: { server, requests: lookupRequests(key, paths) },
    [`redirect ${scope}`]: redirect,
    [`redirect ${scope}, counted`]: { ...redirect, server },
  }
}

/** Creates by one process on a local PostgreSQL. */
async function startOnPostgres(stage: Stage): Promise<Runners> {
  const { url, key, store } = await stage.newPostgres()
  await store.close()
  await makeLogFiles(url)
  return { 'create on PostgreSQL': { server: await stage.service(url), requests: createRequests(key) } }
}
