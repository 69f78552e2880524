import { readFileSync } from 'node:fs'
import type { Finding } from './finding.ts'
import { median } from './median.ts'
import { createRequests, visitRequests } from './requests.ts'
import type { Stage } from './stage.ts'

const creates = 1_000_000
const burstSeconds = 5
const maxMegabytes = 200
/** Above this, garbage collection timing makes memory vary; larger growth is a leak. */
const flatWithinMegabytes = 20

/**
 * Measures the service's memory over a million creates: its maximum, and whether it still grows in the second half.
 */
export async function memoryOverCreates(stage: Stage): Promise<Finding> {
  const name = `memory over ${creates.toLocaleString('en')} creates`
  const database = await stage.newDatabase(1)
  const server = await stage.service(database.url)
  const idle = residentMegabytes(server.pid)
  if (idle === null) return { name, skipped: 'only Linux says how much memory another process has' }
  const requests = createRequests(database.key)
  const seen: number[] = []
  for (let made = 0; made < creates;) {
    made += (await stage.wrk.load(server.port, requests, burstSeconds)).requests
    seen.push(residentMegabytes(server.pid) ?? 0)
  }
  await server.stop()
  const maxMemory = Math.max(...seen)
  const growth = growthInSecondHalf(seen)
  return {
    name,
    found: `${formatWhole(idle)} MB idle, at most ${formatWhole(maxMemory)} MB, ${formatWhole(growth)} MB more in the last quarter than in the one before`,
    wanted: `< ${maxMegabytes} MB and flat`,
    met: maxMemory < maxMegabytes && growth < flatWithinMegabytes,
  }
}

const visits = 1_000_000
const visitedLinks = 100_000
const maxMoreMegabytes = 20

/** Measures the memory that counting visits to many links adds to a service that also creates links. */
export async function memoryOfCounting(stage: Stage): Promise<Finding> {
  const name = `memory of counting ${visits.toLocaleString('en')} visits to ${visitedLinks.toLocaleString('en')} links`
  const { url, key, paths } = await stage.newDatabase(visitedLinks)
  const used = async (env: Record<string, string>) => {
    const server = await stage.service(url, { env })
    // The writer thread has started then, whether visits are counted or not.
    await stage.wrk.load(server.port, createRequests(key), burstSeconds)
    for (let done = 0; done < visits;) {
      done += (await stage.wrk.load(server.port, visitRequests(paths), burstSeconds)).requests
    }
    const megabytes = residentMegabytes(server.pid)
    await server.stop()
    return megabytes
  }
  const [silent, counting] = [await used({ COUNT_VISITS: '0' }), await used({})]
  if (silent === null || counting === null) {
    return { name, skipped: 'only Linux says how much memory another process has' }
  }
  return {
    name,
    found: `${formatWhole(counting)} MB, ${formatWhole(silent)} MB without counting`,
    wanted: `at most ${maxMoreMegabytes} MB more`,
    met: counting - silent <= maxMoreMegabytes,
  }
}

function growthInSecondHalf(seen: number[]): number {
  const half = seen.slice(seen.length >> 1)
  return median(half.slice(half.length >> 1)) - median(half.slice(0, Math.max(1, half.length >> 1)))
}

/** Returns the resident memory of a process (proc_pid_status(5)). */
function residentMegabytes(pid: number): number | null {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kilobytes) / 1_024
  } catch {
    return null
  }
}

function formatWhole(megabytes: number): string {
  return String(Math.round(megabytes))
}
