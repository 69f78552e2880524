import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findSection, readDocument } from '../docs/markdown.ts'
import { postgresMissing } from '../service/postgres/binaries.ts'
import { machineMissing } from './machine.ts'
import { commandsOf, startProduction } from './production.ts'
import type { Production } from './production.ts'

const missing = machineMissing() ?? postgresMissing()
if (missing !== null) console.warn(`Several instances are not operated: ${missing}.`)

const [setUp = '', rollingRestart = ''] = commandsOf(
  findSection(readDocument('docs/operating.md'), '## Several instances'),
)

const startPostgres = `bin=$(ls -d /usr/lib/postgresql/*/bin | tail -n 1)
  install --directory --owner=postgres /var/lib/day
  cd /var/lib/day
  runuser --user postgres -- $bin/initdb --pgdata=/var/lib/day/data --auth=trust > /dev/null
  runuser --user postgres -- $bin/pg_ctl --pgdata=/var/lib/day/data --options='-k /var/lib/day -h 127.0.0.1' --log=log --wait start
  psql --host=/var/lib/day --username=postgres --command='CREATE ROLE linkwright LOGIN' --command='CREATE DATABASE linkwright OWNER linkwright'`

/** The recommended way to name a database with a password, see linkwright.service. */
const useCredential = `mkdir --parents /etc/linkwright
  (umask 077; echo postgres://linkwright:secret@127.0.0.1/linkwright > /etc/linkwright/database-url)
  printf '[Service]\\nLoadCredential=database-url:/etc/linkwright/database-url\\nEnvironment=DATABASE_URL_FILE=%%d/database-url\\n' \\
    > /etc/systemd/system/linkwright.service.d/database.conf
  systemctl daemon-reload`

const writeTypo = (unit: string) => `mkdir --parents /etc/systemd/system/${unit}.service.d
  printf '[Service]\\nEnvironment=RATE_LIMIT=abc\\n' > /etc/systemd/system/${unit}.service.d/typo.conf
  systemctl daemon-reload`
const removeTypo = (unit: string) =>
  `rm /etc/systemd/system/${unit}.service.d/typo.conf && systemctl daemon-reload`

describe.skipIf(missing !== null)('a service under systemd with a wrong setting', () => {
  let machine: Production
  beforeAll(async () => {
    machine = await startProduction()
  })
  afterAll(() => machine.stop())
  const run = (script: string) => machine.run(script)
  const visit = () => run(`curl --silent --output /dev/null --write-out '%{http_code}' ${machine.known.LINK}`)

  test('a single service that can’t start is not started for each visitor, who gets a page instead', async () => {
    await expect(run(`${writeTypo('linkwright')}; systemctl restart linkwright`)).rejects.toThrow()
    const states = () => run('systemctl show linkwright.socket --property=ActiveState,Result')
    await expect
      .poll(async () => [await visit(), await states()])
      .toEqual(['503', 'Result=trigger-limit-hit\nActiveState=failed\n'])
    const starts = await run(
      'journalctl --unit linkwright --output cat --grep "RATE_LIMIT must be" | wc --lines',
    )
    expect(Number(starts)).toBeLessThan(8)
    await run(`${removeTypo('linkwright')}; systemctl start linkwright`)
    expect(await states()).toContain('ActiveState=active')
    expect(await visit()).toBe('302')
  })

  test('the operators’ command uses the service’s credential and files with settings while the service is stopped', async () => {
    await run(startPostgres)
    await run(`systemctl stop linkwright.socket linkwright; ${useCredential}`)
    const copied = await run('linkwright copy --from sqlite:///var/lib/linkwright/links.sqlite')
    expect(JSON.parse(copied)).toMatchObject({ equal: true })
    expect(await run('linkwright audit')).toContain('"who":"linkwright"')
    const readFile = `echo LINK_ORIGIN=https://file.example > /etc/linkwright/env
      printf '[Service]\\nEnvironmentFile=/etc/linkwright/env\\n' > /etc/systemd/system/linkwright.service.d/env.conf
      systemctl daemon-reload
      linkwright link show $(basename ${machine.known.LINK})
      rm /etc/systemd/system/linkwright.service.d/env.conf`
    expect(await run(readFile)).toContain('"access_path":"https://file.example/')
    await run('systemctl daemon-reload; systemctl start linkwright')
    expect(await visit()).toBe('302')
  })

  test('one service becomes two instances, and a wrong setting of one fails no visit and no create', async () => {
    const { failed } = await machine.underLoad(() => run(setUp))
    expect(failed).toEqual([])
    expect(await run('LINKWRIGHT_UNIT=linkwright@4681 linkwright project list')).toContain('Web shop')
    const withTypo = await machine.underLoad(async () => {
      const restart = run(`${writeTypo('linkwright@4681')}; systemctl restart linkwright@4681`)
      await expect(restart).rejects.toThrow()
      await pause(10_000)
      await run(`${removeTypo('linkwright@4681')}; systemctl restart linkwright@4681`)
    })
    expect(withTypo.failed).toEqual([])
    expect(withTypo.links.length).toBeGreaterThan(50)
  })

  test('instances are restarted one after another without a failed request, and a wrong setting stops at the first', async () => {
    const restarted = await machine.underLoad(() => run(`${rollingRestart}\n${rollingRestart}`))
    expect(restarted.failed).toEqual([])
    const withTypo = await machine.underLoad(() => run(`${writeTypo('linkwright@')}\n${rollingRestart}`))
    expect(withTypo.failed).toEqual([])
    const state = 'systemctl is-active linkwright@4680 linkwright@4681 || true'
    expect(await run(state)).not.toBe('active\nactive\n')
    expect(await run(state)).toContain('\nactive\n')
    await run(`${removeTypo('linkwright@')}; systemctl start linkwright@4680`)
    const killed = await machine.underLoad(async () => {
      await run('systemctl kill --signal=KILL linkwright@4680')
      await pause(5_000)
    })
    expect(killed.failed.filter((failure) => !failure.startsWith('create'))).toEqual([])
    expect(await machine.readStatuses(killed.links)).toEqual(['302'])
  })
})
