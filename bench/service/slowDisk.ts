import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRequests } from './requests.ts'
import type { Finding } from './finding.ts'
import type { Stage } from './stage.ts'

const source = join(import.meta.dirname, 'slowSync.c')
const probe = pathToFileURL(join(import.meta.dirname, 'loopDelay.ts')).href
const warmUpSeconds = 2
const seconds = 8
const maxMs = 5

/**
 * Measures the event loop delay under creates when every fsync takes 5 ms: no other request should wait for the disk.
 */
export async function eventLoopOnSlowDisk(stage: Stage): Promise<Finding> {
  const name = 'event loop delay with an fsync of 5 ms, p99'
  const library = stage.newPath('slowSync.so')
  const { status } = spawnSync('cc', ['-shared', '-fPIC', '-o', library, source, '-ldl'])
  if (process.platform !== 'linux' || status !== 0) {
    return { name, skipped: 'it takes Linux and a C compiler (cc) to slow fsync down' }
  }
  const database = await stage.newDatabase(1)
  const result = stage.newPath('loop-delay')
  const server = await stage.service(database.url, {
    nodeArgs: ['--import', probe],
    env: { LD_PRELOAD: library, BENCH_LOOP_DELAY: result },
  })
  const requests = createRequests(database.key)
  await stage.wrk.load(server.port, requests, warmUpSeconds)
  process.kill(server.pid, 'SIGUSR2')
  const { perSecond } = await stage.wrk.load(server.port, requests, seconds)
  await server.stop()
  const delayMs = Number(readFileSync(result, 'utf8'))
  const found = `${delayMs.toFixed(1)} ms, at ${Math.round(perSecond).toLocaleString('en')} creates a second`
  return { name, found, wanted: `< ${maxMs} ms`, met: delayMs < maxMs }
}
