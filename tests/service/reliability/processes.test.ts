import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { setTimeout as pause } from 'node:timers/promises'
import { runAdmin } from '../../../service/admin/run.ts'
import { postgresMissing } from '../postgres/binaries.ts'
import { startPostgres } from '../postgres/server.ts'
import type { PostgresServer } from '../postgres/server.ts'
import { createClient } from '../testService.ts'
import { beginCreate } from './begunCreate.ts'
import { startLoad } from './load.ts'
import { startProcess } from './serviceProcess.ts'
import { startVisits } from './visiting.ts'
import type { LogLine, ServiceProcess } from './serviceProcess.ts'

/** How soon the end of a link or a key takes effect everywhere (specification 3 and 5). */
const maxPropagationMs = 1_000

describe.skipIf(postgresMissing() !== null)('processes that share one PostgreSQL', () => {
  let server: PostgresServer
  let url: string
  let project: string
  let key: string
  let startedServices: ServiceProcess[] = []
  beforeAll(async () => {
    server = await startPostgres()
    url = await server.createDatabase()
    ;({ project, key } = await admin('project', 'create', 'Shared'))
  })
  afterEach(async () => {
    await Promise.all(startedServices.filter((service) => service.running()).map((service) => service.kill()))
    startedServices = []
  })
  afterAll(() => server.remove())

  async function admin(...args: string[]): Promise<{ project: string; key: string }> {
    let lastLine = '{}'
    const output = { print: (line: string) => void (lastLine = line), note: () => undefined }
    await runAdmin(args, { DATABASE_URL: url }, output)
    return JSON.parse(lastLine) as { project: string; key: string }
  }

  async function start(variables: Record<string, string> = {}): Promise<ServiceProcess> {
    const service = await startProcess({ DATABASE_URL: url, ...variables })
    startedServices.push(service)
    return service
  }

  const startTwo = () => Promise.all([start(), start()])

  async function expectAll(origin: string, links: Map<string, number>) {
    const { lookup } = createClient(origin, key)
    await Promise.all(
      [...links].map(async ([path, number]) =>
        expect(await lookup(path)).toMatchObject({ data: { number } }),
      ),
    )
  }

  it('kept connections are shared among workers, even if one worker has accepted all of them', async () => {
    const service = await start({ WORKERS: '2' })
    const other = await service.logged(({ event, pid }) => event === 'worker_started' && pid !== service.pid)
    process.kill(Number(other['pid']), 'SIGSTOP')
    const visits = startVisits(service.origin, ['robots.txt'], 8)
    await expect.poll(() => visits.results.refused).toBeGreaterThan(100)
    process.kill(Number(other['pid']), 'SIGCONT')
    const countByWorker = async () => {
      const text = await (await fetch(`${service.origin}/metrics`)).text()
      const counts = text.matchAll(
        /^linkwright_request_duration_seconds_count\{.*route="\/robots.txt".*worker="(\d)"\} (\d+)/gm,
      )
      return [...counts].map(([, worker, count]) => [worker, Number(count) > 100])
    }
    await expect
      .poll(countByWorker)
      .toEqual(expect.arrayContaining(['1', '2'].map((worker) => [worker, true])))
    expect(await visits.stop()).toMatchObject({ unanswered: 0 })
  })

  it('processes that share one PostgreSQL lose nothing when one is killed under load, and the other continues', async () => {
    const [one, other] = await startTwo()
    const [lostLoad, keptLoad] = [startLoad(one.origin, key, 25), startLoad(other.origin, key, 25)]
    await Promise.all([lostLoad.waitForCreates(200), keptLoad.waitForCreates(200)])
    await one.kill()
    await keptLoad.waitForCreates(200)
    const result = await keptLoad.stop()
    expect(result.refusals).toEqual([])
    await expectAll(other.origin, (await lostLoad.stop()).acknowledged)
    await expectAll(other.origin, result.acknowledged)
  })

  it('processes that share one PostgreSQL create one link from fifty requests with the same Idempotency-Key', async () => {
    const services = await startTwo()
    const posts = services.map(({ origin }) => createClient(origin, key).post)
    const send = async (post: (typeof posts)[number]) => {
      const response = await post({ title: 'Once' }, { 'Idempotency-Key': 'fifty' })
      const { link, code } = (await response.json()) as { link?: string; code?: string }
      return link === undefined ? code : new URL(link).pathname
    }
    const rounds = Array.from({ length: 25 }, () => posts)
    const responses = new Set(await Promise.all(rounds.flat().map(send)))
    // While the first one is running in this process, the others learn that.
    responses.delete('idempotency_running')
    expect([...responses]).toEqual([expect.stringMatching(/^\/[2-9A-Za-z]{11}$/)])
    for (const post of posts) expect(responses).toContain(await send(post))
  })

  it('processes that share one PostgreSQL deactivate a link and a key within a second of the operator’s command', async () => {
    const services = await startTwo()
    const clients = services.map(({ origin }) => createClient(origin, key))
    const path =
      (await clients[0]?.create({ desktop_custom_redirect: { url: 'https://example.com/' } })) ?? ''
    const visits = () => Promise.all(clients.map(async ({ visit }) => (await visit(path)).status))
    const lookups = () => Promise.all(clients.map(async ({ ask }) => (await ask(`/link/${path}`)).status))
    // Twice: from the second visit on, a process caches a link.
    await visits()
    expect([await visits(), await lookups()]).toEqual([
      [302, 302],
      [200, 200],
    ])
    await admin('link', 'deactivate', path)
    await admin('project', 'disable', project)
    await pause(maxPropagationMs)
    expect([await visits(), await lookups()]).toEqual([
      [410, 410],
      [401, 401],
    ])
    await admin('link', 'activate', path)
    await admin('project', 'enable', project)
    await pause(maxPropagationMs)
    expect([await visits(), await lookups()]).toEqual([
      [302, 302],
      [200, 200],
    ])
  })

  it('processes started by WORKERS share one port, are replaced when they die, and all end at SIGTERM', async () => {
    const service = await start({ WORKERS: '2' })
    const pids: unknown[] = []
    const waitForAnotherWorker = async () => {
      const isAnother = ({ event, pid }: LogLine) => event === 'worker_started' && !pids.includes(pid)
      pids.push((await service.logged(isAnother))['pid'])
    }
    await waitForAnotherWorker()
    await waitForAnotherWorker()
    const [pid] = pids
    const load = startLoad(service.origin, key, 20)
    await load.waitForCreates(100)
    process.kill(Number(pid), 'SIGKILL')
    const exitEntry = await service.logged(({ event }) => event === 'worker_died')
    expect(exitEntry).toMatchObject({ pid, reason: 'SIGKILL' })
    await waitForAnotherWorker()
    const after = startLoad(service.origin, key, 20)
    await after.waitForCreates(100)
    const results = [await load.stop(), await after.stop()]
    for (const { acknowledged } of results) await expectAll(service.origin, acknowledged)
    await expectOneSetOfMetrics(service.origin)
    await expectOtherWorkers(service.origin, Number(pids[2]))
    process.kill(Number(pids[1]), 'SIGTERM')
    const end = await service.logged(({ event }) => event === 'worker_ended')
    expect(end).toMatchObject({ level: 'info', pid: pids[1], reason: 0 })
    await waitForAnotherWorker()
    expect(await service.stop()).toBe(0)
    await expect(fetch(`${service.origin}/health`)).rejects.toThrow()
  })

  it('workers answer all accepted requests when both the system and the supervisor stop them', async () => {
    const service = await start({ WORKERS: '2' })
    const pids = new Set<unknown>()
    while (pids.size < 2) {
      const isAnother = ({ event, pid }: LogLine) => event === 'worker_started' && !pids.has(pid)
      pids.add((await service.logged(isAnother))['pid'])
    }
    const creates = await Promise.all(Array.from({ length: 6 }, () => beginCreate(service.origin, key)))
    for (const pid of pids) process.kill(Number(pid), 'SIGTERM')
    const exit = service.stop()
    await vi.waitFor(() => expect(fetch(`${service.origin}/health`)).rejects.toThrow(), { timeout: 60_000 })
    service.signal('SIGTERM')
    expect(await Promise.all(creates.map(({ end }) => end()))).toEqual(creates.map(() => 200))
    expect(await exit).toBe(0)
  })
})

/** Whichever worker answers, it reports what both have counted. */
async function expectOneSetOfMetrics(origin: string) {
  const responses = await Promise.all(
    Array.from({ length: 4 }, () => fetch(`${origin}/metrics`, { headers: { connection: 'close' } })),
  )
  for (const response of responses) {
    const text = await response.text()
    const counts = text.matchAll(
      /^linkwright_request_duration_seconds_count\{.*generate_link.*worker="(\d)"\}/gm,
    )
    expect(new Set([...counts].map(([, worker]) => worker)).size).toBe(2)
  }
}

/** While one worker hangs, the other reports what it has counted and that one is missing. No metric has a new label. */
async function expectOtherWorkers(origin: string, pid: number) {
  process.kill(pid, 'SIGSTOP')
  try {
    const text = await untilAnswered(() => metrics(origin))
    const upValues = [...text.matchAll(/^linkwright_worker_up\{worker="(\d)"\} (\d)$/gm)].map(
      ([, ...pair]) => pair,
    )
    expect(upValues.sort()).toEqual([
      ['1', '0'],
      ['2', '1'],
    ])
    expect(text).toMatch(/^linkwright_request_duration_seconds_count\{.*worker="2"\}/m)
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}

async function metrics(origin: string): Promise<string> {
  // The hanging worker shares the port: it accepts connections and never answers.
  const response = await fetch(`${origin}/metrics`, {
    headers: { connection: 'close' },
    signal: AbortSignal.timeout(60_000),
  })
  expect(response.status).toBe(200)
  return await response.text()
}

/** Sends several requests at once, one of which reaches a running worker. */
async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  return await Promise.any(Array.from({ length: 20 }, ask))
}
