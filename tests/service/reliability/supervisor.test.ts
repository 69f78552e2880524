import cluster from 'node:cluster'
import type { Worker } from 'node:cluster'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Supervisor } from '../../../service/workers/supervisor.ts'
import { createCollectingLog } from '../testService.ts'
import { silentLog } from '../../../service/http/log.ts'
import { readSettings } from '../../../service/settings/settings.ts'

const settings = (WORKERS: number) =>
  readSettings({ DATABASE_URL: 'postgres://localhost/none', WORKERS: String(WORKERS) })

beforeEach(() => cluster.setupPrimary({ exec: join(import.meta.dirname, 'supervisedWorker.js'), args: [] }))
let supervisor: Supervisor
afterEach(async () => {
  supervisor.stop()
  await supervisor.stopped
})

/** The next worker to start. It serves once the test allows it. */
async function nextWorker(): Promise<Worker> {
  const [worker] = (await once(cluster, 'online')) as [Worker]
  return worker
}

const letServe = (worker: Worker) => void worker.send({ type: 'go' })
const workers = () => Object.values(cluster.workers ?? {})

/** Starts a supervisor with this many workers, and kills the first. Returns its replacement. */
async function waitForReplacement(count: number): Promise<Worker> {
  supervisor = new Supervisor(settings(count), silentLog)
  const reload = supervisor.reload(supervisor.settings, () => undefined)
  for (let number = 1; number <= count; number++) letServe(await nextWorker())
  await reload
  workers()[0]?.process.kill('SIGKILL')
  return await nextWorker()
}

/** Reloads the workers. Returns the first worker with the new settings once all running ones have them. */
async function reloadWorkers(count: number): Promise<Worker> {
  const reload = supervisor.reload(settings(count), () => undefined)
  const newWorker = await nextWorker()
  letServe(newWorker)
  await reload
  return newWorker
}

it('the supervisor lets a worker retire whose replacement started with the previous settings', async () => {
  const lateWorker = await waitForReplacement(1)
  const newWorker = await reloadWorkers(1)
  letServe(lateWorker)
  await once(lateWorker, 'exit')
  expect(workers()).toEqual([newWorker])
})

it('the supervisor starts a replacement for that worker if one is needed', async () => {
  const lateWorker = await waitForReplacement(2)
  const newWorker = await reloadWorkers(2)
  const nextReplacement = nextWorker()
  letServe(lateWorker)
  letServe(await nextReplacement)
  expect(new Set(workers())).toEqual(new Set([newWorker, await nextReplacement]))
})

it('a worker that hangs is killed and replaced, and one that answers is not', async () => {
  const log = createCollectingLog()
  supervisor = new Supervisor(settings(2), log, { pingIntervalMs: 20, timeoutMs: 2_000 })
  const reload = supervisor.reload(supervisor.settings, () => undefined)
  const hungWorker = await nextWorker()
  letServe(hungWorker)
  const other = await nextWorker()
  letServe(other)
  await reload
  hungWorker.send({ type: 'hang' })
  const replacement = await nextWorker()
  letServe(replacement)
  expect(log.entries).toContainEqual(
    expect.objectContaining({ event: 'worker_hung', pid: hungWorker.process.pid, seconds: 2 }),
  )
  await expect.poll(workers).toEqual([other, replacement])
  // Long enough to ask the other worker many times.
  await pause(500)
  expect(other.listenerCount('exit')).toBeLessThan(6)
  expect(workers()).toEqual([other, replacement])
})
