import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { atMost, formatWhole, median } from '../measuring.ts'
import type { Figure } from '../measuring.ts'
import { createRequests, visitRequests } from './requests.ts'
import type { Stage } from './stage.ts'

const slowSync = join(import.meta.dirname, 'slowSync.c')
const probe = pathToFileURL(join(import.meta.dirname, 'loopDelay.ts')).href

/** Measures the event loop delay under creates when every fsync takes 5 ms: no other request should wait for the disk. */
export async function eventLoopOnSlowDisk(stage: Stage): Promise<Figure> {
  const what = 'delay of the event loop with an fsync of 5 ms, p99'
  const library = stage.newPath('slowSync.so')
  const { status } = spawnSync('cc', ['-shared', '-fPIC', '-o', library, slowSync, '-ldl'])
  if (process.platform !== 'linux' || status !== 0)
    return { what, measured: 'skipped, it takes Linux and a C compiler (cc) to slow fsync down' }
  const database = await stage.newDatabase(1)
  const result = stage.newPath('loop-delay')
  const server = await stage.service(database.url, {
    nodeArgs: ['--import', probe],
    env: { LD_PRELOAD: library, BENCH_LOOP_DELAY: result },
  })
  const requests = createRequests(database.key)
  await stage.load(server.port, requests, 2)
  process.kill(server.pid, 'SIGUSR2')
  const { perSecond } = await stage.load(server.port, requests, 8)
  await server.stop()
  const delayMs = Number(readFileSync(result, 'utf8'))
  return atMost(what, delayMs, { limit: 5, unit: 'ms', perSecond: formatWhole(perSecond) })
}

const million = 1_000_000
const burstSeconds = 5
/** Above this, garbage collection timing makes memory vary; larger growth is a leak. */
const flatWithinMegabytes = 20

/** Measures the service's memory over a million creates: its maximum, and whether it still grows in the second half. */
export async function memoryOverCreates(stage: Stage): Promise<Figure> {
  const database = await stage.newDatabase(1)
  const server = await stage.service(database.url)
  const idle = residentMegabytes(server.pid)
  const requests = createRequests(database.key)
  const seen: number[] = []
  for (let made = 0; made < million;) {
    made += (await stage.load(server.port, requests, burstSeconds)).requests
    seen.push(residentMegabytes(server.pid))
  }
  const half = seen.slice(seen.length >> 1)
  const growth = median(half.slice(half.length >> 1)) - median(half.slice(0, Math.max(1, half.length >> 1)))
  return {
    what: 'memory over a million creates',
    measured: `${formatWhole(Math.max(...seen))} MB`,
    beside: `${formatWhole(idle)} MB idle, ${formatWhole(growth)} MB more in the last quarter`,
    promised: 'less than 200 MB, flat',
    met: Math.max(...seen) < 200 && growth < flatWithinMegabytes,
  }
}

/** Measures the memory that counting visits to many links adds to a service that also creates links. */
export async function memoryOfCounting(stage: Stage): Promise<Figure> {
  const { url, key, paths } = await stage.newDatabase(100_000)
  const visits = visitRequests(paths)
  const used = async (env: Record<string, string>) => {
    const server = await stage.service(url, { env })
    // The writer thread has started then, whether visits are counted or not.
    await stage.load(server.port, createRequests(key), burstSeconds)
    for (let done = 0; done < million;) done += (await stage.load(server.port, visits, burstSeconds)).requests
    const megabytes = residentMegabytes(server.pid)
    await server.stop()
    return megabytes
  }
  const [silent, counting] = [await used({ COUNT_VISITS: '0' }), await used({})]
  return {
    what: 'memory of counting a million visits to 100,000 links',
    measured: `${formatWhole(counting)} MB`,
    beside: `${formatWhole(silent)} MB without counting`,
    promised: 'at most 20 MB more',
    met: counting - silent <= 20,
  }
}

/** Returns the resident memory of a process (proc_pid_status(5)). Only Linux reports it. */
function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1_024
}
