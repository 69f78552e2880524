import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { machineMissing } from './machine.ts'
import { startProduction } from './production.ts'
import type { Production } from './production.ts'

const missing = machineMissing()
if (missing) console.warn(`A day of operation is skipped: ${missing}.`)

/** Long enough for some requests of the load. */
const pauseUnderLoad = () => pause(2_000)

const waitUntilReady = 'curl --fail --silent --retry 10 --retry-all-errors http://127.0.0.1:4680/health/ready'
const switchTo = (version: string) => `ln -sfn linkwright-service-${version} /opt/linkwright`
const stop = 'systemctl stop linkwright.socket linkwright'
const restore = 'linkwright restore "$(ls /var/lib/linkwright-backups/*.sqlite | tail -n 1)"'

describe.skipIf(missing !== null)('a day of operation', () => {
  let machine: Production
  let known: Production['known']
  let underLoad: Production['underLoad']
  let readStatuses: Production['readStatuses']
  beforeAll(async () => {
    machine = await startProduction()
    ;({ known, underLoad, readStatuses } = machine)
  })
  afterAll(() => machine.stop())
  const readLog = () => machine.run('journalctl --unit linkwright --output cat')

  test('a day of operation begins with the exact commands of the production page', () => {
    const { output } = machine
    expect(output).toContain('{"status":"ok"')
    expect(output).toContain('\n302 https://example.com/\n')
    expect(output).toMatch(/ links-\S+\.sqlite\n/)
    expect(known.KEY).toMatch(/^lwk_/)
    expect(known.LINK).toMatch(/^https:\/\/links\.example\.com\//)
  })

  test('a renewed certificate is picked up without an interruption', async () => {
    const serial =
      'openssl s_client -connect localhost:443 </dev/null 2>/dev/null | openssl x509 -noout -serial'
    const serialBefore = await machine.run(serial)
    const { failed, links } = await underLoad(async () => {
      await pauseUnderLoad()
      await machine.run('certbot renew')
      await pauseUnderLoad()
    })
    expect(failed).toEqual([])
    expect(links.length).toBeGreaterThan(10)
    expect(await machine.run(serial)).not.toBe(serialBefore)
  })

  test('a reload replaces the serving process without an interruption', async () => {
    const { failed, links } = await underLoad(async () => {
      await pauseUnderLoad()
      await machine.run('systemctl reload linkwright')
      // nginx keeps idle connections open for a minute, and the old process waits for them.
      await expect.poll(readLog, { timeout: 120_000 }).toContain('workers_replaced')
      await pauseUnderLoad()
    })
    expect(failed).toEqual([])
    expect(await readStatuses(links)).toEqual(['302'])
  })

  test('a deleted project leaves only the paths of its links', async () => {
    const url = 'https://secret.example/deleted'
    const output = await machine.run(`project=$(linkwright project create Deleted)
      key=$(echo "$project" | sed 's/.*"key":"\\([^"]*\\)".*/\\1/')
      echo "$project" | sed 's/.*"project":"\\([^"]*\\)".*/\\1/'
      curl --fail --silent https://${known.NAME}/api/v1/sdk/generate_link --header "PROJECT-KEY: $key" \\
        --header 'ENVIRONMENT: production' --header 'Content-Type: application/json' \\
        --data '{"title":"A secret","desktop_custom_redirect":{"url":"${url}"}}'`)
    const [project = '', answer = '{}'] = output.split('\n')
    const { link } = JSON.parse(answer) as { link: string }
    expect(await readStatuses([link])).toEqual(['302'])
    await machine.run(`linkwright project delete ${project} --yes`)
    await expect.poll(() => readStatuses([link])).toEqual(['410'])
    await machine.run('systemctl restart linkwright')
    await machine.run(waitUntilReady)
    const filesWithSecret = await machine.run(
      "grep --recursive --files-with-matches --text 'secret.example' /var/lib/linkwright || true",
    )
    expect(filesWithSecret).toBe('')
    expect(await readLog()).not.toContain('secret.example')
    expect(await machine.run('linkwright audit')).toContain('project delete')
  })

  test('every link of the last backup is restored after a disaster', async () => {
    const { links } = await underLoad(pauseUnderLoad)
    await machine.run('systemctl start linkwright-backup')
    await machine.run(`${stop} && rm /var/lib/linkwright/links.sqlite*`)
    await machine.run(`${restore} && systemctl start linkwright && ${waitUntilReady}`)
    expect(await readStatuses([known.LINK, ...links])).toEqual(['302'])
  })

  test('a new release with another database schema takes over and can be rolled back', async () => {
    const backedUp = await underLoad(pauseUnderLoad)
    await machine.run('systemctl start linkwright-backup')
    const migrations = '/opt/linkwright-service-0.2.0/service/store/migrations/all.ts'
    await machine.run(`cp -r /opt/linkwright-service-0.1.0 /opt/linkwright-service-0.2.0
      sed -i "s/^]$/  ['CREATE TABLE later (id INTEGER) STRICT'],\\n]/" ${migrations}
      if cmp -s ${migrations} /opt/linkwright/service/store/migrations/all.ts; then exit 1; fi
      ${switchTo('0.2.0')} && systemctl restart linkwright && ${waitUntilReady}`)
    const { links, failed } = await underLoad(pauseUnderLoad)
    expect(failed).toEqual([])
    expect(await readStatuses([...backedUp.links, ...links])).toEqual(['302'])

    // The old version rejects the new database schema and changes nothing.
    await expect(machine.run(`${switchTo('0.1.0')} && systemctl restart linkwright`)).rejects.toThrow()
    expect(await readLog()).toContain('newer')
    await machine.run(`${stop} && ${restore} && systemctl start linkwright && ${waitUntilReady}`)
    expect(await readStatuses(backedUp.links)).toEqual(['302'])
    expect(await readStatuses(links)).toEqual(['404'])
  })

  test('Prometheus reads the metrics and raises alerts that need attention', async () => {
    const settings = {
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: ['/opt/linkwright/docs/prometheus/linkwright.rules.yml'],
      scrape_configs: [{ job_name: 'linkwright', static_configs: [{ targets: ['127.0.0.1:4680'] }] }],
    }
    writeFileSync(join(machine.folder, 'prometheus.yml'), JSON.stringify(settings))
    const storage = '--config.file=prometheus.yml --storage.tsdb.path=/var/lib/day-prometheus'
    await machine.run(`prometheus ${storage} >/var/log/prometheus.log 2>&1 &`)
    const queryMetrics = async (query: string) => {
      const output = await machine.run(
        `curl --silent --get --data-urlencode 'query=${query}' http://127.0.0.1:9090/api/v1/query || true`,
      )
      return output
    }
    await expect.poll(() => queryMetrics('linkwright_build_info')).toContain('0.1.0')
    expect(await queryMetrics('ALERTS{alertstate="firing"}')).toContain('"result":[]')
    // Another program locks the database.
    const create = `curl --silent https://${known.NAME}/api/v1/sdk/generate_link --header 'PROJECT-KEY: ${known.KEY}' \
      --header 'ENVIRONMENT: production' --header 'Content-Type: application/json' --data '{}'`
    const locked = machine.run(
      `(echo 'BEGIN EXCLUSIVE;'; sleep 10; echo 'COMMIT;') | sqlite3 /var/lib/linkwright/links.sqlite`,
    )
    await expect.poll(() => machine.run(create)).toContain('unavailable')
    await machine.run(`for i in $(seq 150); do ${create.replace(known.KEY, 'lwk_wrong')}; done`)
    const alarms = () => queryMetrics('count by (alertname) (ALERTS{alertstate="firing"})')
    for (const name of ['LinkwrightUnavailable', 'LinkwrightRateLimited'])
      await expect.poll(alarms).toContain(name)
    await locked
    await expect.poll(() => machine.run(create)).toContain(`https://${known.NAME}/`)
  })
})
