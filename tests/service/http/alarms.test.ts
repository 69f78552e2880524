import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { StoreUnavailableError } from '../../../service/store/storeErrors.ts'
import { startTestService, stopClock } from '../testService.ts'
import type { TestService } from '../testService.ts'

const rules = join(import.meta.dirname, '../../../docs/prometheus/linkwright.rules.yml')

/** Why Prometheus' own tool cannot try the rules here; `null` where it can. */
const missing = spawnSync('promtool', ['--version']).status === 0 ? null : 'promtool is not installed'

describe.skipIf(missing !== null)('the alarms of docs/prometheus', () => {
  let service: TestService
  beforeEach(async () => void (service = await startTestService({ rateLimit: 1 })))
  afterEach(() => service.stop())

  /** What Prometheus sees of the service at this moment: each series with its value. */
  async function scrape(): Promise<Map<string, string>> {
    const text = await (await fetch(`${service.origin}/metrics`)).text()
    const lines = text.split('\n').filter((line) => /^(linkwright|nodejs_eventloop_lag_p99)_/.test(line))
    return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), line.split(' ').at(-1) ?? '']))
  }

  /** Which alarms fire within six minutes when these were seen a minute apart, and the last from then on. */
  function alarms(...scrapes: Map<string, string>[]): string {
    const names = new Set(scrapes.flatMap((seen) => [...seen.keys()]))
    const series = [...names].map((name) => ({
      series: name,
      values: `${scrapes.map((seen) => seen.get(name) ?? '_').join(' ')} ${scrapes.at(-1)?.get(name) ?? '_'}x6`,
    }))
    const folder = mkdtempSync(join(tmpdir(), 'linkwright-alarms-'))
    const file = join(folder, 'test.yml')
    const asked = {
      expr: 'count by (alertname) (max_over_time(ALERTS{alertstate="firing"}[6m]))',
      eval_time: '6m',
      exp_samples: [],
    }
    const tests = [{ interval: '1m', input_series: series, promql_expr_test: [asked] }]
    writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: '15s', tests }))
    const { stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
    rmSync(folder, { recursive: true })
    return stdout + stderr
  }

  const fails = () => {
    vi.spyOn(service.store, 'insertLink').mockRejectedValueOnce(new StoreUnavailableError('gone'))
    return service.post({})
  }

  it('tell of the first error there is', async () => {
    const before = await scrape()
    expect((await fails()).status).toBe(503)
    expect(alarms(before, await scrape())).toContain('LinkwrightErrors')
  })

  it('tell of an error before the service was first asked', async () => {
    expect((await fails()).status).toBe(503)
    expect(alarms(new Map(), await scrape())).toContain('LinkwrightErrors')
  })

  it('tell of the first project that meets its limit', async () => {
    stopClock()
    const before = await scrape()
    for (let sent = 0; sent < 3; sent++) await service.post({})
    const said = alarms(before, await scrape())
    expect(said).toContain('LinkwrightRateLimited')
    expect(said).not.toContain('LinkwrightErrors')
  })

  it('tell of a worker that hangs for a minute', async () => {
    const seen = await scrape()
    const workers = (up: string) =>
      new Map([...seen, ['linkwright_worker_up{worker="1"}', '1'], ['linkwright_worker_up{worker="2"}', up]])
    expect(alarms(workers('0'))).toContain('LinkwrightWorkerHangs')
    expect(alarms(workers('1'))).toContain('SUCCESS')
  })

  it.each([
    ['LinkwrightDatabaseAway', 'linkwright_database_up', '0', '1'],
    ['LinkwrightCreatesWait', 'linkwright_creates_waiting', '501', '500'],
    ['LinkwrightPoolWaits', 'linkwright_pool_connections{state="waiting"}', '1', '0'],
    ['LinkwrightLoopLate', 'nodejs_eventloop_lag_p99_seconds', '0.11', '0.09'],
    // The clock of the tests begins at 0.
    ['LinkwrightBackupOld', 'linkwright_last_backup_timestamp_seconds', '-173000', '-172000'],
  ])('tell of what is near its end: %s', async (alarm, name, bad, good) => {
    const seen = await scrape()
    const after = (value: string) =>
      alarms(...Array.from({ length: 12 }, () => new Map([...seen, [name, value]])))
    expect(after(bad)).toContain(alarm)
    expect(after(good)).toContain('SUCCESS')
  })

  it('are silent while nothing is wrong', async () => {
    const before = await scrape()
    await service.create({})
    await service.ask('/link/none')
    expect(alarms(before, await scrape())).toContain('SUCCESS')
  })
})
