import { createProject } from '../../service/keys/issue.ts'
import { openPostgresStore } from '../../service/store/postgres/store.ts'
import { makeLogFiles } from '../../tests/service/postgres/logFiles.ts'
import { startPostgres } from '../../tests/service/postgres/server.ts'
import { openManyLinks } from './manyLinks.ts'
import { createRequests, lookupRequests, visitRequests } from './requests.ts'
import type { Contest } from './contest.ts'
import type { Runner } from './runner.ts'
import type { Stage } from './stage.ts'

/** Number of links in "few": as many as may be popular at a time. */
const hotLinkCount = 1_000

export interface HotPath {
  create: Contest
  lookup: Contest
  redirect: Contest
  counted: Contest
}

/** Redirects without counting. */
const uncounted = { env: { COUNT_VISITS: '0' } }

/** Measures the three operations on SQLite, each beside a server that only returns as many bytes. */
export async function hotPath(stage: Stage): Promise<HotPath> {
  // Two services, so that lookups use few links even after many creates.
  const [forCreates, forReads] = [await stage.newDatabase(1), await stage.newDatabase(hotLinkCount)]
  const creates = await stage.service(forCreates.url)
  const reads = await stage.service(forReads.url)
  const silent = await stage.service(forReads.url, uncounted)
  const create = { name: 'create', server: creates, requests: createRequests(forCreates.key) }
  const lookup = { name: 'lookup', server: reads, requests: lookupRequests(forReads.key, forReads.paths) }
  const redirect = { name: 'redirect', server: silent, requests: visitRequests(forReads.paths) }
  const counted = { name: 'redirect, counted', server: reads, requests: redirect.requests }
  return {
    create: {
      runner: create,
      against: await createBareRunner(stage, 'bare POST', create),
      atLeast: 0.28,
      p99Below: 20,
    },
    lookup: {
      runner: lookup,
      against: await createBareRunner(stage, 'bare GET', lookup),
      atLeast: 0.4,
      p99Below: 5,
    },
    redirect: {
      runner: redirect,
      against: await createBareRunner(stage, 'bare GET', redirect),
      atLeast: 0.6,
      p99Below: 4,
    },
    counted: { runner: counted, against: redirect, atLeast: 0.95, p99Below: null, p99Ratio: 1.2 },
  }
}

/** Creates a baseline server with the same requests and a response of the same size. */
async function createBareRunner(stage: Stage, name: string, like: Runner): Promise<Runner> {
  return { name, server: await stage.bare(await answerSize(like)), requests: like.requests }
}

/** Sends one request, which also proves that the response is the expected one. */
async function answerSize({ name, server, requests: [request] }: Runner): Promise<number> {
  if (!request) throw new Error(`There is nothing to ask for ${name}.`)
  const { method, path, headers, body } = request
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body }),
    redirect: 'manual',
  })
  const expected = name === 'redirect' ? 302 : 200
  if (answer.status !== expected) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.bytes()).length
}

/** Measures reads among many links, each requested rarely, beside reads among few. */
export async function amongMany(
  stage: Stage,
  count: number,
  { lookup, redirect }: HotPath,
): Promise<Contest[]> {
  const { url, key, paths } = await openManyLinks(count)
  const server = await stage.service(url)
  const silent = await stage.service(url, uncounted)
  const among = `among ${count.toLocaleString('en')}`
  const visits = { name: `redirect ${among}`, server: silent, requests: visitRequests(paths) }
  return [
    {
      runner: { name: `lookup ${among}`, server, requests: lookupRequests(key, paths) },
      against: lookup.runner,
      atLeast: 0.75,
      p99Below: null,
    },
    {
      runner: visits,
      against: redirect.against,
      atLeast: null,
      p99Below: null,
    },
    {
      runner: { name: `redirect ${among}, counted`, server, requests: visits.requests },
      against: visits,
      atLeast: 0.8,
      p99Below: null,
      p99Ratio: 1.2,
    },
  ]
}

/** Measures creates by one process on a local PostgreSQL, beside creates on SQLite. */
export async function onPostgres(stage: Stage, { create }: HotPath): Promise<Contest> {
  const postgres = await startPostgres({ durable: true })
  stage.atEnd(() => postgres.remove())
  const url = await postgres.createDatabase()
  await makeLogFiles(url)
  const store = await openPostgresStore(url)
  const { key } = await createProject(store, 'Bench')
  await store.close()
  const runner = {
    name: 'create on PostgreSQL',
    server: await stage.service(url),
    requests: createRequests(key),
  }
  return { runner, against: create.runner, atLeast: 0.9, p99Below: 40 }
}
