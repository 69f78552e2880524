import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { openPostgresStore } from '../../../service/store/postgres/store.ts'
import { lastBackup } from '../../../service/store/sqlite/backup/lastBackup.ts'
import { openSqliteStore } from '../../../service/store/sqlite/store.ts'
import { StoreUnavailableError } from '../../../service/store/storeErrors.ts'
import { postgresMissing } from '../postgres/binaries.ts'
import { startPostgres } from '../postgres/server.ts'
import { beginCreate } from '../reliability/begunCreate.ts'
import { startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'

let folder: string
let file: string
let service: TestService
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'linkwright-saturation-'))
  file = join(folder, 'links.sqlite')
  service = await startTestService({ store: openSqliteStore(file), database: { engine: 'sqlite', file } })
})
afterEach(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

const metrics = async ({ origin }: TestService) => await (await fetch(`${origin}/metrics`)).text()

/** Returns a metric's value from `/metrics`; `null` if it isn't listed. */
async function readMetric(name: string, from = service): Promise<number | null> {
  const line = (await metrics(from)).split('\n').find((text) => text.startsWith(`${name} `))
  return line === undefined ? null : Number(line.split(' ')[1])
}

describe('the load of the service', () => {
  it('the load metrics show running requests, however they end', async () => {
    const abortController = new AbortController()
    const slowCreate = await beginCreate(service.origin, service.key)
    vi.spyOn(service.store, 'findLink').mockReturnValueOnce(new Promise(() => undefined))
    const abortedRequest = fetch(`${service.origin}/none`, { signal: abortController.signal })
    const inFlight = (count: number) =>
      vi.waitFor(async () => expect(await readMetric('linkwright_requests_under_way')).toBe(count), {
        timeout: 60_000,
      })
    // The request for the metrics counts as well.
    await inFlight(3)
    abortController.abort()
    await expect(abortedRequest).rejects.toThrow()
    await inFlight(2)
    expect(await slowCreate.end()).toBe(200)
    await inFlight(1)
  })

  it('the load metrics show waiting creates', async () => {
    expect(await readMetric('linkwright_creates_waiting')).toBe(0)
    const creates = Array.from({ length: 3 }, () => service.store.setProjectActive('none', true))
    expect(service.store.load()).toEqual({ creates: 3, pool: null })
    await Promise.all(creates)
    expect(service.store.load().creates).toBe(0)
  })

  it('the load metrics show whether the database answers', async () => {
    expect(await readMetric('linkwright_database_up')).toBe(1)
    const check = vi.spyOn(service.store, 'check')
    check.mockRejectedValueOnce(new StoreUnavailableError('gone'))
    expect(await readMetric('linkwright_database_up')).toBe(0)
    check.mockReturnValueOnce(new Promise(() => undefined))
    expect(await readMetric('linkwright_database_up')).toBe(0)
  })

  it('the load metrics show when the last backup was made, once there is one', async () => {
    expect(await readMetric('linkwright_last_backup_timestamp_seconds')).toBeNull()
    lastBackup.write(file, { file: '/backup/links.sqlite', at: '2026-11-20T03:00:00.000Z' })
    expect(await readMetric('linkwright_last_backup_timestamp_seconds')).toBe(
      Date.parse('2026-11-20T03:00:00.000Z') / 1_000,
    )
  })

  it.skipIf(postgresMissing() !== null)('the load metrics show the connections to PostgreSQL', async () => {
    const server = await startPostgres()
    onTestFinished(() => server.remove())
    const store = await openPostgresStore(await server.createDatabase())
    const other = await startTestService({ store })
    const states = async () =>
      [...(await metrics(other)).matchAll(/^linkwright_pool_connections\{state="(\w+)"\} (\d+)$/gm)].map(
        ([, state]) => state,
      )
    expect(await states()).toEqual(['used', 'idle', 'waiting'])
    expect(await metrics(other), 'the query for the metrics is not counted').toContain(
      'linkwright_pool_connections{state="waiting"} 0',
    )
    const queries = Array.from({ length: 12 }, () => store.findProject('none'))
    await vi.waitFor(() => expect(store.load().pool).toMatchObject({ used: 10, waiting: 2 }), {
      interval: 0,
      timeout: 60_000,
    })
    await Promise.all(queries)
    expect(store.load().pool).toMatchObject({ used: 0, idle: 10, waiting: 0 })
    await other.stop()
  })
})

const dashboardShape = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })),
})

describe('docs/prometheus/linkwright.dashboard.json', () => {
  const path = join(import.meta.dirname, '../../../docs/prometheus/linkwright.dashboard.json')
  const { panels } = dashboardShape.parse(JSON.parse(readFileSync(path, 'utf8')))
  const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))

  it('docs/prometheus/linkwright.dashboard.json queries only metrics that exist', async () => {
    lastBackup.write(file, { file: '/backup/links.sqlite', at: '2026-11-20T03:00:00.000Z' })
    await service.create({})
    const text = await metrics(service)
    const metricNames = new Set(expressions.join(' ').match(/(linkwright|nodejs)_\w+/g))
    expect(metricNames.size).toBeGreaterThan(8)
    // The metrics of several processes and of PostgreSQL have their own tests.
    for (const name of metricNames)
      if (!/_worker_up|_pool_connections/.test(name)) expect(text).toContain(`\n${name}`)
  })

  it.skipIf(spawnSync('promtool', ['--version']).status !== 0)(
    'docs/prometheus/linkwright.dashboard.json contains only valid PromQL',
    () => {
      const rules = expressions.map((expr, index) => ({ record: `panel:${index}`, expr }))
      const rulesFile = join(folder, 'panels.yml')
      writeFileSync(rulesFile, JSON.stringify({ groups: [{ name: 'panels', rules }] }))
      const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', rulesFile], {
        encoding: 'utf8',
      })
      expect([status, stderr], stdout).toEqual([0, ''])
    },
  )
})
