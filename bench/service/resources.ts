import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readVisitLines } from '../../service/visits/report.ts'
import { toHour } from '../../service/visits/retention.ts'
import { openSqliteStore } from '../../service/store/sqlite/store.ts'
import { spans, startOfDay } from '../../service/store/visits/visits.ts'
import { limitedFigure, formatWhole, median, p95Figure, repeat, measureMs } from '../measuring.ts'
import type { Figure } from '../measuring.ts'
import { createVisits } from '../seeding.ts'
import { createRequests, visitRequests } from './requests.ts'
import type { Server, Stage } from './stage.ts'
import { sendLoad, type Runner } from './wrk.ts'

const slowSync = join(import.meta.dirname, 'slowSync.c')
const probe = pathToFileURL(join(import.meta.dirname, 'loopDelay.ts')).href

/** Measures the event loop delay under creates when every fsync takes 5 ms: no other request should wait for the disk. */
export async function measureEventLoopOnSlowDisk(stage: Stage): Promise<Figure> {
  const what = 'delay of the event loop with an fsync of 5 ms, p99'
  const library = stage.newPath('slowSync.so')
  const { status } = spawnSync('cc', ['-shared', '-fPIC', '-o', library, slowSync, '-ldl'])
  if (process.platform !== 'linux' || status !== 0)
    return { what, measured: 'skipped: slowing down fsync requires Linux and a C compiler (cc)' }
  const { url, key } = await stage.newDatabase(1)
  const result = stage.newPath('loop-delay')
  const env = { LD_PRELOAD: library, BENCH_LOOP_DELAY: result, NODE_OPTIONS: `--import=${probe}` }
  const server = await stage.service(url, env)
  const { perSecond } = sendLoad({ server, requests: createRequests(key) }, 10)
  await server.stop()
  const delayMs = Number(readFileSync(result, 'utf8'))
  return limitedFigure(what, delayMs, { limit: 5, unit: 'ms', beside: `${formatWhole(perSecond)} creates/s` })
}

const daysPerLink = 30
const linksPerTable = 200

/** Measures how long it takes to report the visits of a table's links, in a SQLite file with this many link days. */
export async function measureVisitReports(stage: Stage, linkDays: number): Promise<Figure> {
  const file = stage.newPath('visits.sqlite')
  const today = startOfDay(toHour(Date.now()))
  const days = Array.from({ length: daysPerLink }, (_, daysAgo) => today - daysAgo * spans.day).reverse()
  const links = Math.ceil(linkDays / daysPerLink)
  await createVisits(file, links, days)
  const store = openSqliteStore(file)
  const times = await repeat(300, () => {
    const ids = Array.from({ length: linksPerTable }, () => Math.floor(Math.random() * links))
    const lines = ids.map((id) => ({ id, path: String(id) }))
    return measureMs(() => readVisitLines(store.visits, lines, today))
  })
  await store.close()
  return p95Figure(
    20,
    `visits of ${linksPerTable} links among ${formatWhole(links * daysPerLink)} days`,
    times,
  )
}

/** Sends a million requests in bursts. Returns the server's memory after each. */
async function sendMillion(server: Server, requests: Runner['requests']): Promise<number[]> {
  const megabytes: number[] = []
  for (let sentRequests = 0; sentRequests < 1_000_000;) {
    sentRequests += sendLoad({ server, requests }, 5).requests
    megabytes.push(await residentMegabytes(server))
  }
  return megabytes
}

const residentMegabytes = async ({ metric }: Server) =>
  (await metric('process_resident_memory_bytes')) / 1_048_576

/** Above this, garbage collection timing makes memory vary; larger growth is a leak. */
const maxGrowthMegabytes = 20

/** Measures the service's memory during a million creates: its maximum, and its growth in the last quarter. */
export async function measureMemoryOverCreates(stage: Stage): Promise<Figure> {
  const { url, key } = await stage.newDatabase(1)
  const server = await stage.service(url)
  const idleMegabytes = await residentMegabytes(server)
  const megabytes = await sendMillion(server, createRequests(key))
  const half = megabytes.slice(megabytes.length >> 1)
  const growth = median(half.slice(half.length >> 1)) - median(half.slice(0, Math.max(1, half.length >> 1)))
  const max = Math.max(...megabytes)
  return limitedFigure('memory over a million creates', max, {
    limit: 200,
    unit: 'MB',
    beside: `${formatWhole(idleMegabytes)} MB idle, ${formatWhole(growth)} MB more in the last quarter`,
    promised: 'less than 200 MB, flat',
    met: max < 200 && growth < maxGrowthMegabytes,
  })
}

/** Measures the memory that counting visits to many links adds to a service that also creates links. */
export async function measureMemoryOfCounting(stage: Stage): Promise<Figure> {
  const { url, key, paths } = await stage.newDatabase(100_000)
  const measureUsed = async (env: Record<string, string>) => {
    const server = await stage.service(url, env)
    // By then the writer thread has started, whether visits are counted or not.
    sendLoad({ server, requests: createRequests(key) }, 5)
    const megabytes = await sendMillion(server, visitRequests(paths))
    await server.stop()
    return megabytes.at(-1) ?? NaN
  }
  const [withoutCounting, withCounting] = [await measureUsed({ COUNT_VISITS: '0' }), await measureUsed({})]
  return limitedFigure('memory of counting a million visits to 100,000 links', withCounting, {
    limit: withoutCounting + 20,
    unit: 'MB',
    beside: `${formatWhole(withoutCounting)} MB without counting`,
    promised: 'at most 20 MB more',
  })
}
