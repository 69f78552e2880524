import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { readDocument } from '../../docs/markdown.ts'
import { StoreUnavailableError } from '../../../service/store/storeErrors.ts'
import { startTestService, stopClock } from '../testService.ts'
import type { TestService } from '../testService.ts'

const rules = join(import.meta.dirname, '../../../docs/prometheus/linkwright.rules.yml')

const upSeries = 'up{job="linkwright"}'

/** Why Prometheus' own tool can't test the rules here; `null` if it can. */
const missing = spawnSync('promtool', ['--version']).status === 0 ? null : 'promtool is not installed'

describe.skipIf(missing !== null)('the alarms of docs/prometheus', () => {
  let service: TestService
  beforeEach(async () => void (service = await startTestService()))
  afterEach(() => service.stop())

  /** Returns what Prometheus records now: each series of the job `linkwright` with its value. */
  async function scrape(): Promise<Map<string, string>> {
    const text = await (await fetch(`${service.origin}/metrics`)).text()
    const lines = text.split('\n').filter((line) => line.startsWith('linkwright_'))
    const series = lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), line.split(' ').at(-1) ?? ''])
    // The delay of this process's event loop depends on other work of the machine.
    return new Map([
      ...(series as [string, string][]),
      [upSeries, '1'],
      ['nodejs_eventloop_lag_p99_seconds', '0.01'],
    ])
  }

  /**
   * Returns the alerts that fire within this many minutes (six by default) of scrapes, one per minute. The last scrape
   * repeats. Tests of days use a longer interval than a minute; Prometheus takes a value for current for five minutes.
   */
  function alarms(scrapes: Map<string, string>[], minutes = 6, ownRules = '', interval = 1): string {
    const names = new Set(scrapes.flatMap((scraped) => [...scraped.keys()]))
    const last = scrapes.at(-1)
    const series = [...names].map((name) => ({
      series: name,
      values: `${scrapes.map((scraped) => scraped.get(name) ?? '_').join(' ')} ${last?.get(name) ?? '_'}x${minutes / interval}`,
    }))
    const folder = mkdtempSync(join(tmpdir(), 'linkwright-alarms-'))
    const file = join(folder, 'test.yml')
    const query = {
      expr: `count by (alertname) (max_over_time(ALERTS{alertstate="firing"}[${minutes}m]))`,
      eval_time: `${minutes}m`,
      exp_samples: [],
    }
    const tests = [{ interval: `${interval}m`, input_series: series, promql_expr_test: [query] }]
    const ownFile = join(folder, 'own.yml')
    writeFileSync(ownFile, ownRules)
    const evaluation_interval = interval === 1 ? '15s' : `${interval}m`
    writeFileSync(file, JSON.stringify({ rule_files: [rules, ownFile], evaluation_interval, tests }))
    const { stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
    rmSync(folder, { recursive: true })
    return stdout + stderr
  }

  const failCreate = () => {
    vi.spyOn(service.store, 'insertLink').mockRejectedValueOnce(new StoreUnavailableError('gone'))
    return service.post({})
  }
  /** A failed scrape: Prometheus records only this. */
  const failedScrape = new Map([[upSeries, '0']])

  test('an alert fires if the service is dead', async () => {
    expect(alarms([await scrape(), failedScrape])).toContain('LinkwrightDown')
  })

  test('an alert fires if Prometheus has no target', () => {
    expect(alarms([new Map([['up{job="node"}', '1']])])).toContain('LinkwrightMissing')
  })

  test('an alert fires if one of the expected targets vanishes, and none if the number isn’t set', () => {
    const [, expectTwo = ''] =
      /^```yaml\n(.*?)^```$/ms.exec(readDocument('docs/operating/monitoring.md')) ?? []
    const both = new Map(['a', 'b'].map((instance) => [`up{job="linkwright",instance="${instance}"}`, '1']))
    const one = new Map([...both].slice(0, 1))
    expect(alarms([both, one], 12, expectTwo)).toContain('LinkwrightTargetsMissing')
    expect(alarms([both, both], 12, expectTwo)).not.toContain('LinkwrightTargetsMissing')
    expect(alarms([both, one], 12)).not.toContain('LinkwrightTargetsMissing')
  })

  test('a single 503 fires only the informational alert, even if it is the first one', async () => {
    const before = await scrape()
    expect((await failCreate()).status).toBe(503)
    const alerts = alarms([before, await scrape()])
    expect(alerts).toContain('LinkwrightUnavailable')
    expect(alerts).not.toContain('LinkwrightErrors')
  })

  test('an alert fires for an error before the first scrape', async () => {
    expect((await failCreate()).status).toBe(503)
    expect(alarms([new Map([[upSeries, '1']]), await scrape()])).toContain('LinkwrightUnavailable')
  })

  test('an alert fires if many requests fail', async () => {
    const before = await scrape()
    for (let count = 0; count < 20; count++) await failCreate()
    expect(alarms([before, await scrape()])).toContain('LinkwrightErrors')
  })

  test('an alert fires for a bug', async () => {
    const before = await scrape()
    vi.spyOn(service.store, 'insertLink').mockRejectedValueOnce(new TypeError('a bug'))
    expect((await service.post({})).status).toBe(500)
    const alerts = alarms([before, await scrape()])
    expect(alerts).toContain('LinkwrightBug')
    expect(alerts).not.toContain('LinkwrightErrors')
  })

  test('an alert fires for the first project that reaches its limit', async () => {
    stopClock()
    await service.stop()
    service = await startTestService({ rateLimit: 1 })
    const before = await scrape()
    for (let count = 0; count < 3; count++) await service.post({})
    const alerts = alarms([before, await scrape()])
    expect(alerts).toContain('LinkwrightRateLimited')
    expect(alerts).not.toContain('LinkwrightErrors')
  })

  test('an alert fires if a worker hangs or is dead for a minute', async () => {
    const metrics = await scrape()
    const workers = (up: string) =>
      new Map([
        ...metrics,
        ['linkwright_worker_up{worker="1"}', '1'],
        ['linkwright_worker_up{worker="2"}', up],
      ])
    expect(alarms([workers('0')])).toContain('LinkwrightWorkerHangs')
    expect(alarms([workers('1')])).toContain('SUCCESS')
  })

  const size = 'node_filesystem_size_bytes{fstype="ext4",mountpoint="/"}'
  test.each([
    ['LinkwrightDatabaseAway', 'linkwright_database_up', '0', '1'],
    ['LinkwrightCreatesWait', 'linkwright_creates_waiting', '501', '500'],
    ['LinkwrightPoolWaits', 'linkwright_pool_connections{state="waiting"}', '1', '0'],
    ['LinkwrightLoopLate', 'nodejs_eventloop_lag_p99_seconds', '0.11', '0.09'],
    // The tests' clock starts at 0.
    ['LinkwrightBackupOld', 'linkwright_last_backup_timestamp_seconds', '-173000', '-172000'],
    ['LinkwrightDiskNearlyFull', size.replace('size', 'avail'), '19', '21'],
  ])('the alert %s fires only beyond its threshold', async (alarm, name, bad, good) => {
    const metrics = await scrape()
    const after = (value: string) => alarms([new Map([...metrics, [size, '100'], [name, value]])], 12)
    expect(after(bad)).toContain(alarm)
    expect(after(good)).toContain('SUCCESS')
  })

  test('an alert fires if the database of either engine was never backed up', async () => {
    const name = 'linkwright_last_backup_timestamp_seconds'
    for (const engine of ['sqlite', 'postgres']) {
      const info = `linkwright_database_info{engine="${engine}",id="1"}`
      const metrics = new Map([...(await scrape()), [info, '1']])
      expect(alarms([metrics], 2_920, '', 4)).toContain('LinkwrightBackupMissing')
      expect(alarms([new Map([...metrics, [name, '0']])], 2_872, '', 4)).toContain('SUCCESS')
    }
  })

  test('no alert fires while nothing is wrong', async () => {
    const before = await scrape()
    await service.create({})
    await service.ask('/link/none')
    expect(alarms([before, await scrape()])).toContain('SUCCESS')
  })

  test('no alert fires for a healthy service that is idle for an hour', async () => {
    expect(alarms([await scrape()], 60)).toContain('SUCCESS')
  })

  test('every metric has a name and type that Prometheus recommends', async () => {
    const input = await (await fetch(`${service.origin}/metrics`)).text()
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input,
      encoding: 'utf8',
    })
    expect({ status, output: stdout + stderr }).toEqual({ status: 0, output: '' })
  })

  test('the Prometheus configuration beside the rules is valid and scrapes the metrics they need', () => {
    const folder = join(rules, '..')
    const text = readFileSync(join(folder, 'prometheus.yml'), 'utf8')
    const testFolder = mkdtempSync(join(tmpdir(), 'linkwright-prometheus-'))
    onTestFinished(() => rmSync(testFolder, { recursive: true }))
    const file = join(testFolder, 'prometheus.yml')
    writeFileSync(file, text.replace('/opt/linkwright/docs/prometheus/linkwright.rules.yml', rules))
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'config', file], { encoding: 'utf8' })
    expect([status, stderr], stdout).toEqual([0, ''])
    expect(text).toContain('job_name: linkwright\n')
  })
})
