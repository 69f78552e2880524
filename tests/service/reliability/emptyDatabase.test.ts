import { globSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runAdminInProcess } from '../admin/admin.ts'
import { createClient } from '../testService.ts'
import { startProcess } from './serviceProcess.ts'
import type { ServiceProcess } from './serviceProcess.ts'

let folder: string
let data: { LINKWRIGHT_DATA: string }
let backup: string
let service: ServiceProcess | null
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'linkwright-empty-'))
  data = { LINKWRIGHT_DATA: join(folder, 'data') }
  backup = join(folder, 'yesterday.sqlite')
  service = null
})
afterEach(async () => {
  await service?.kill()
  rmSync(folder, { recursive: true })
})

const start = async () => (service = await startProcess(data))
const makeProject = async () =>
  String((await runAdminInProcess(data, 'project', 'create', 'Spring')).lines[0]?.['key'])
const makeBackup = async (file: string) =>
  expect(await runAdminInProcess(data, 'backup', file)).toMatchObject({ status: 0, error: '' })

/** Moves all files of the database elsewhere. */
function loseDatabase() {
  const aside = mkdtempSync(join(folder, 'aside-'))
  for (const file of globSync(join(data.LINKWRIGHT_DATA, 'links.sqlite*'))) {
    renameSync(file, join(aside, basename(file)))
  }
}

/** Returns what the service reports about its empty database, in its log and at `/health`. */
async function warnings({ logged, origin }: ServiceProcess): Promise<{ log: string; health: string }> {
  const { warning: log } = await logged(({ event }) => event === 'database_empty')
  const { warning: health } = (await (await fetch(`${origin}/health`)).json()) as { warning: string }
  return { log: String(log), health }
}

describe('a service that finds its database empty', () => {
  it('a service that finds its database empty offers the last backup, and the suggested command restores the links', async () => {
    const key = await makeProject()
    const path = await createClient((await start()).origin, key).create({ title: 'Of yesterday' })
    const startTime = Date.now()
    await makeBackup(backup)
    await service?.stop()
    loseDatabase()
    const { log, health } = await warnings(await start())
    expect(log).toContain(`Its last backup is ${backup}, made at `)
    expect(log).toContain(`To restore it, stop the service, run "linkwright restore ${backup}", and start`)
    const backupTime = Date.parse(/, made at ([^ ]+Z)\./.exec(log)?.[1] ?? '')
    expect(backupTime).toBeGreaterThanOrEqual(startTime)
    expect(backupTime).toBeLessThanOrEqual(Date.now())
    expect(health).toContain('The log names the last known backup')
    expect(health).not.toContain(folder)
    await service?.stop()
    expect(await runAdminInProcess(data, 'restore', backup)).toMatchObject({ status: 0, error: '' })
    expect(await createClient((await start()).origin, key).lookup(path)).toMatchObject({
      title: 'Of yesterday',
    })
  })

  it('a service that finds its database empty still offers the backup after the empty one is backed up', async () => {
    await makeProject()
    await makeBackup(backup)
    loseDatabase()
    await (await start()).logged(({ event }) => event === 'database_empty')
    await makeBackup(join(folder, 'empty.sqlite'))
    await service?.kill()
    expect((await warnings(await start())).log).toContain(`Its last backup is ${backup}, made at `)
  })

  it('a service that finds its database empty reports that the last backup no longer exists', async () => {
    await makeProject()
    await makeBackup(backup)
    loseDatabase()
    rmSync(backup)
    const { log } = await warnings(await start())
    expect(log).toContain(`Its last backup is ${backup}, made at `)
    expect(log).toContain(
      'which no longer exists. To restore another one, see "Backups" in docs/operating.md',
    )
  })

  it('a service that finds its database empty refers to the documentation if no backup is known', async () => {
    const { log } = await warnings(await start())
    expect(log).toContain('There is no record of a backup. To restore one, see "Backups" in')
  })
})

it('a backup that cannot be recorded is kept, and a warning says so', async () => {
  await makeProject()
  mkdirSync(join(data.LINKWRIGHT_DATA, 'last-backup-of-links.sqlite.json'))
  const { status, lines, error } = await runAdminInProcess(data, 'backup', backup)
  expect([status, lines]).toMatchObject([0, [{ backup, projects: 1 }]])
  expect(error).toMatch(/^The backup is complete, but could not be recorded beside the database \(E\w+\)/)
})
