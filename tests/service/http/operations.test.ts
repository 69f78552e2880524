import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createBufferedLog } from '../../../service/http/log.ts'
import { RateLimit, ratePerMinute } from '../../../service/http/rateLimit.ts'
import { createProject } from '../../../service/keys/issue.ts'
import { startService } from '../../../service/service.ts'
import { openSqliteStore } from '../../../service/store/sqlite/store.ts'
import { StoreUnavailableError } from '../../../service/store/storeErrors.ts'
import { version } from '../../../service/version.ts'
import { createCollectingLog, readError, startTestService, stopClock } from '../testService.ts'
import type { TestService } from '../testService.ts'

let service: TestService | undefined
afterEach(async () => {
  await service?.stop()
  service = undefined
})

describe('too many requests', () => {
  it('too many requests get 429 with Retry-After in seconds, per project, for creates and lookups alike', async () => {
    service = await startTestService({ rateLimit: 2 })
    stopClock()
    const { post, ask, store } = service
    const statuses = []
    for (let count = 0; count < 3; count++)
      statuses.push((await post({})).status, (await ask('/link/none')).status)
    expect(statuses.slice(0, 4)).toEqual([200, 404, 200, 404])
    const response = await post({})
    expect(response.headers.get('retry-after')).toBe('1')
    expect(await readError(response)).toMatchObject({ status: 429, code: 'rate_limited' })
    const other = await createProject(store, 'Other')
    expect((await post({}, { 'PROJECT-KEY': other.key })).status).toBe(200)
  })

  it('the rate limit allows a burst of twice the rate, then the rate', () => {
    let now = 0
    const limit = new RateLimit({ perSecond: 50, burst: 100 }, () => now)
    const takeAll = () => {
      let count = 0
      while (limit.take('p') === 0) count++
      return count
    }
    expect(takeAll()).toBe(100)
    now += 1_000
    expect(takeAll()).toBe(50)
    now += 3_600_000
    expect(takeAll()).toBe(100)
    expect(limit.take('another')).toBe(0)
  })

  it('the rate limit can be set per project, is changed immediately, and overrides having no limit', () => {
    let now = 0
    const limit = new RateLimit({ perSecond: 0, burst: 0 }, () => now)
    const takeAll = (perMinute: number) => {
      let count = 0
      while (limit.take('p', ratePerMinute(perMinute)) === 0) count++
      return count
    }
    expect(takeAll(60)).toBe(10)
    now += 60_000
    expect(takeAll(5)).toBe(5)
    now += 1_000
    expect(takeAll(6_000)).toBe(100)
    expect(limit.take('p', ratePerMinute(5))).toBe(12)
    expect(limit.take('p')).toBe(0)
  })

  it('the rate limit returns the time to wait for a low rate, and 0 means no limit', () => {
    const limit = new RateLimit({ perSecond: 1, burst: 2 }, () => 0)
    expect([limit.take('p'), limit.take('p'), limit.take('p')]).toEqual([0, 0, 1])
    const unlimited = new RateLimit({ perSecond: 0, burst: 0 }, () => 0)
    expect(Array.from({ length: 1_000 }, () => unlimited.take('p')).every((wait) => wait === 0)).toBe(true)
  })

  it('the rate limit keeps a bounded number of buckets, and forgets those first that were not used for the longest time', () => {
    const limit = new RateLimit({ perSecond: 1, burst: 1 }, () => 0)
    limit.take('busy')
    for (let name = 1; name <= 25_000; name++) {
      limit.take(`n${name}`)
      if (name % 5_000 === 0) limit.take('busy')
    }
    expect(limit.size).toBeLessThanOrEqual(10_000)
    expect([limit.take('busy'), limit.take('n25000'), limit.take('n1')]).toEqual([1, 1, 0])
  })
})

describe('extension: GET /health, GET /metrics', () => {
  it('health answers 200 while the database does, and 503 when it does not', async () => {
    service = await startTestService()
    const ask = () => fetch(`${service?.origin ?? ''}/health`)
    const healthy = await ask()
    expect([healthy.status, await healthy.json()]).toEqual([200, { status: 'ok' }])
    vi.spyOn(service.store, 'check').mockImplementation(() => new Promise(() => undefined))
    const unhealthy = await ask()
    expect(unhealthy.headers.get('retry-after')).toBe('1')
    expect(await readError(unhealthy)).toMatchObject({ status: 503, code: 'unavailable' })
  })

  it('liveness never asks the database, and readiness does', async () => {
    service = await startTestService()
    const ask = (path: string) => fetch(`${service?.origin ?? ''}/health/${path}`)
    for (const path of ['live', 'ready']) {
      const response = await ask(path)
      expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }])
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
    const check = vi.spyOn(service.store, 'check').mockRejectedValue(new StoreUnavailableError('gone'))
    expect((await ask('live')).status).toBe(200)
    expect(check).not.toHaveBeenCalled()
    expect(await readError(await ask('ready'))).toMatchObject({ status: 503, code: 'unavailable' })
  })

  it('a process that is shutting down is alive but not ready, and does not log that', async () => {
    const log = createCollectingLog()
    const stoppingService = await startTestService({ log })
    const openSocket = async () => {
      const socket = connect(Number(new URL(stoppingService.origin).port), '127.0.0.1').setEncoding('latin1')
      socket.write('GET /')
      await once(socket, 'connect')
      return socket
    }
    const sockets = [await openSocket(), await openSocket()]
    // Their beginnings have arrived when a request that was sent later is answered.
    await fetch(`${stoppingService.origin}/robots.txt`)
    const stop = stoppingService.stop()
    const answers = ['health/live', 'health/ready'].map(async (path, index) => {
      sockets[index]?.write(`${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
      return ((await sockets[index]?.toArray()) ?? []).join('')
    })
    const [live = '', ready = ''] = await Promise.all(answers)
    expect(live).toMatch(/^HTTP\/1\.1 200 [^]*\r\nconnection: close\r\n/i)
    expect(ready).toMatch(/^HTTP\/1\.1 503 [^]*retry-after: 1[^]*"code":"unavailable"/i)
    await stop
    expect(log.entries.filter(({ level }) => level === 'error')).toEqual([])
  })

  it('health and the log report an empty database until it has a project', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'linkwright-empty-'))
    const store = openSqliteStore(join(folder, 'links.sqlite'))
    const log = createCollectingLog()
    const options = {
      store,
      host: '127.0.0.1',
      port: 0,
      linkOrigin: null,
      rateLimit: 0,
      wrongKeyLimit: 0,
      log,
    }
    const emptyService = await startService(options)
    const health = async () => (await (await fetch(`${emptyService.origin}/health`)).json()) as unknown
    const warning = expect.stringContaining('empty') as string
    expect(await health()).toEqual({ status: 'ok', warning })
    expect(log.entries).toContainEqual({ level: 'warn', event: 'database_empty', warning })
    await createProject(store, 'First')
    expect(await health()).toEqual({ status: 'ok' })
    await emptyService.stop()
    rmSync(folder, { recursive: true })
  })

  it('metrics are Prometheus text, with every request under its route', async () => {
    service = await startTestService()
    const path = await service.create({ title: 'Counted' })
    await service.visit(path)
    const response = await fetch(`${service.origin}/metrics`)
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=/)
    const text = await response.text()
    const metric = 'linkwright_request_duration_seconds_count'
    expect(text).toContain(`${metric}{method="POST",route="/api/v1/sdk/generate_link",status="200"} 1`)
    expect(text).toContain(`${metric}{method="GET",route="/*",status="200"} 1`)
    expect(text).toContain('nodejs_eventloop_lag_seconds')
    expect(text).toContain(`linkwright_build_info{version="${version}"} 1`)
    expect(text).not.toContain(path)
  })
})

it('the metrics count rejected methods together, whatever their names', async () => {
  service = await startTestService()
  for (const method of ['PUT', 'PROPFIND', 'DELETE', 'GET']) {
    await fetch(`${service.origin}/api/v1/sdk/generate_link`, { method })
  }
  const text = await (await fetch(`${service.origin}/metrics`)).text()
  const counts = [...text.matchAll(/_count\{method="(\w+)",[^}]*status="405"\} (\d+)/g)]
  expect(counts.map(([, ...pair]) => pair)).toEqual([['other', '4']])
})

describe('the log', () => {
  it('the log has one JSON line per request, and never a key, a path or a body', async () => {
    let output = ''
    const log = createBufferedLog((text) => (output += text))
    service = await startTestService({ log })
    const path = await service.create({ title: 'A secret title' })
    await service.ask(`/link/${path}?q=secret`)
    await service.visit(path)
    await service.post('{"title": "A secret title"')
    await service.ask('/link/none', { headers: { 'PROJECT-KEY': 'lwk_wrong' } })
    await service.raw('nonsense\r\n\r\n')
    await vi.waitFor(
      () => {
        log.flush()
        expect(output.trim().split('\n')).toHaveLength(6)
      },
      { timeout: 60_000 },
    )
    const lines = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    const requests = lines.map(({ method, route, status, project }) => [method, route, status, project])
    const { project } = service
    expect(requests).toEqual([
      ['POST', '/api/v1/sdk/generate_link', 200, project],
      ['GET', '/api/v1/sdk/link/:link_path', 200, project],
      ['GET', '/*', 200, project],
      ['POST', '/api/v1/sdk/generate_link', 400, project],
      ['GET', '/api/v1/sdk/link/:link_path', 401, null],
      [null, null, 400, undefined],
    ])
    for (const line of lines) {
      expect(Date.parse(String(line['time']))).toBeGreaterThan(0)
      expect(line['request']).toMatch(/^req_/)
    }
    for (const secret of [service.key, 'lwk_', path, 'secret', 'nonsense'])
      expect(output).not.toContain(secret)
  })
})

describe('SLOW_REQUEST_MS', () => {
  it('SLOW_REQUEST_MS makes the log warn about slow requests only, with their project', async () => {
    const log = createCollectingLog()
    service = await startTestService({ log, slowRequestMs: 200 })
    const path = await service.create({ title: 'Slow' })
    const { store, project } = service
    const find = store.findLink.bind(store)
    vi.spyOn(store, 'findLink').mockImplementationOnce(async (linkPath) => {
      await pause(200)
      return await find(linkPath)
    })
    await service.visit(path)
    await service.ask('/link/none')
    await vi.waitFor(() => expect(log.entries.filter(({ request }) => request)).toHaveLength(3), {
      timeout: 60_000,
    })
    // On a busy machine the others may be slow as well.
    for (const { event, level, ms } of log.entries) {
      const isSlow = Number(ms) >= 200
      expect([event, level]).toEqual(isSlow ? ['slow_request', 'warn'] : [undefined, 'info'])
    }
    const visit = log.entries.find(({ route }) => route === '/*')
    expect(visit).toMatchObject({ event: 'slow_request', status: 200, project })
  })

  it('SLOW_REQUEST_MS 0 turns warnings off', async () => {
    const log = createCollectingLog()
    service = await startTestService({ log, slowRequestMs: 0 })
    await service.create({})
    await vi.waitFor(() => expect(log.entries).toHaveLength(1), { timeout: 60_000 })
    expect(log.entries[0]).toMatchObject({ level: 'info' })
  })
})

describe('LOG_VISITS', () => {
  it('LOG_VISITS 0 omits only successful visits', async () => {
    const log = createCollectingLog()
    service = await startTestService({ log, logVisits: false })
    const path = await service.create({ title: 'Popular' })
    for (let visits = 0; visits < 3; visits++) await service.visit(path)
    expect((await service.visit('missing')).status).toBe(404)
    vi.spyOn(service.store, 'findLink').mockRejectedValueOnce(new TypeError('a bug'))
    expect((await service.visit('other')).status).toBe(500)
    const loggedStatuses = () => log.entries.filter(({ request }) => request).map(({ status }) => status)
    await expect.poll(loggedStatuses).toContain(500)
    expect(loggedStatuses().filter((status) => status !== undefined)).toEqual([200, 500])
  })
})

describe('BEHIND_PROXY', () => {
  it('BEHIND_PROXY takes the request id from the proxy, and refuses keys that were sent unencrypted', async () => {
    service = await startTestService({ behindProxy: true, linkOrigin: 'https://links.example.com' })
    const proxied = await service.post({}, { 'X-Request-Id': 'proxy-1', 'X-Forwarded-Proto': 'https' })
    expect([proxied.status, proxied.headers.get('x-request-id')]).toEqual([200, 'proxy-1'])
    const forged = await service.post({}, { 'X-Request-Id': 'a b"}' })
    expect(forged.headers.get('x-request-id')).toMatch(/^req_/)
    const plain = await readError(await service.post({}, { 'X-Forwarded-Proto': 'http' }))
    expect(plain).toMatchObject({ status: 400, error: expect.stringContaining('unencrypted') as string })
  })

  it('BEHIND_PROXY never uses a project key as a request id, in an answer or the log', async () => {
    let output = ''
    const log = createBufferedLog((text) => (output += text))
    service = await startTestService({ behindProxy: true, linkOrigin: 'https://links.example.com', log })
    const { key } = service
    for (const id of [key, `id:${key}`, key.slice(0, -1)]) {
      const response = await service.post({}, { 'X-Request-Id': id })
      expect(response.headers.get('x-request-id')).toMatch(/^req_/)
      expect(await response.text()).not.toContain('lwk_')
    }
    await vi.waitFor(
      () => {
        log.flush()
        expect(output.trim().split('\n')).toHaveLength(3)
      },
      { timeout: 60_000 },
    )
    expect(output).not.toContain('lwk_')
  })

  it('proxy headers are ignored without BEHIND_PROXY', async () => {
    service = await startTestService()
    const response = await service.post({}, { 'X-Request-Id': 'forged', 'X-Forwarded-Proto': 'http' })
    expect(response.status).toBe(200)
    expect(response.headers.get('x-request-id')).toMatch(/^req_/)
  })
})
