import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeSharedFile } from '../../../contract/service/rules/writeSharedFile.ts'
import { commands } from '../../../service/admin/commands.ts'
import { readDatabaseUrl } from '../../../service/settings/database.ts'
import { openStore } from '../../../service/store/open.ts'
import { postgresMigrations, sqliteMigrations as migrations } from '../../../service/store/migrations/all.ts'
import { engines } from '../store/engines.ts'
import type { Databases } from '../store/engines.ts'
import { createOlderSchema, insertOlderRows, readSchema, runSql } from '../store/olderSchema.ts'
import { runAdminInProcess } from './admin.ts'

const current = migrations.length

/** Every command with its arguments, on a database with the project `prj_1` and the link `spring`. */
const examples: Record<string, string[]> = {
  'project create': ['New'],
  'project list': [],
  'project disable': ['prj_1'],
  'project enable': ['prj_1'],
  'project limit': ['prj_1', '--rate', '2/s'],
  'project changes': ['prj_1', 'off'],
  'project query': ['prj_1', 'off'],
  'project pages': ['prj_1', '--images', 'on'],
  'project link-origin': ['prj_1', 'https://go.example.com'],
  'project export': ['prj_1', 'shop.jsonl'],
  'project delete': ['prj_1', '--yes'],
  'app set': ['prj_1', '--environment', 'production', '--ios', 'ABCDE12345.com.example'],
  'app list': ['prj_1'],
  'app remove': ['prj_1', '--environment', 'production', '--all'],
  'rules set': ['prj_1', 'rules.json'],
  'rules show': ['prj_1'],
  'rules remove': ['prj_1'],
  'key add': ['prj_1', '--name', 'shop'],
  'key invite': ['prj_1', '--name', 'anna', '--service', 'https://links.example.com'],
  'key invitations': ['prj_1'],
  'key allow-list': ['prj_1', 'default'],
  'key allow-invite': ['prj_1', 'default'],
  'key rotate': ['prj_1'],
  'key list': ['prj_1'],
  'key remove': ['prj_1', 'default'],
  'key revoke': ['prj_1'],
  'link list': ['prj_1', '--since', '90d'],
  'link show': ['spring'],
  'link history': ['spring'],
  'link deactivate': ['spring'],
  'link activate': ['spring'],
  'link erase': ['spring', '--yes'],
  visits: ['spring'],
  'visits export': [],
  backup: ['backup'],
  audit: [],
  doctor: [],
}
/** Commands on files, other databases or DNS, which have tests of their own, and the one that is meant to migrate. */
const others = ['restore', 'copy', 'migrate', 'backup test', 'host check']

const newFiles = ['backup', 'shop.jsonl']
const files = [...newFiles, 'rules.json']

/** Commands that read what an older schema doesn't have, such as the rules of a project. */
const absent = ['rules show']

it('both engines have the same schemas, and every command has an example', () => {
  expect(postgresMigrations).toHaveLength(current)
  expect([...Object.keys(examples), ...others].toSorted()).toEqual(
    commands.map(({ name }) => name).toSorted(),
  )
})

describe.each(engines)('commands on an older schema in $name', ({ missing, start }) => {
  let databases: Databases
  let folder: string
  beforeAll(async () => {
    if (missing !== null) return
    databases = await start()
    folder = mkdtempSync(join(tmpdir(), 'linkwright-older-'))
    writeFileSync(join(folder, 'rules.json'), writeSharedFile({}))
  })
  afterAll(async () => {
    if (missing !== null) return
    await databases.remove()
    rmSync(folder, { recursive: true })
  })

  it.skipIf(missing !== null).each([1, 6, current - 1])(
    'commands leave schema %i as it is: those that read succeed, and all others say who migrates it',
    async (version) => {
      const url = await databases.create()
      await createOlderSchema(url, version)
      await runSql(url, insertOlderRows)
      for (const { name, access = 'read' } of commands.filter(({ name: word }) => word in examples)) {
        // The tool backs up PostgreSQL with programs of its own.
        if (name === 'backup' && url.startsWith('postgres:')) continue
        const args = (examples[name] ?? []).map((arg) => (files.includes(arg) ? join(folder, arg) : arg))
        for (const file of newFiles) rmSync(join(folder, file), { force: true })
        const mode = typeof access === 'function' ? access({}) : access
        const { status, error, lines } = await runAdminInProcess(
          { DATABASE_URL: url, PORT: '0' },
          ...name.split(' '),
          ...args,
        )
        const context = `${name}: ${error}`
        expect(await readSchema(url), context).toBe(version)
        expect(error, context).toContain(`The database has schema ${version}, and `)
        if (mode !== 'read') expect([status, lines], context).toEqual([2, []])
        else expect([status === 0, context]).toEqual([!absent.includes(name), context])
        if (name === 'link show') expect(lines).toMatchObject([{ project: 'prj_1', created_by_key: null }])
        if (name === 'key list') expect(lines).toMatchObject([{ key_name: 'default', scope: 'full' }])
      }
      // The service's start migrates.
      await (await openStore(readDatabaseUrl('url', url))).close()
      expect(await readSchema(url)).toBe(current)
    },
  )

  it.skipIf(missing !== null)(
    'reading an empty database creates nothing, and writing creates the schema',
    async () => {
      const url = await databases.create()
      const variables = { DATABASE_URL: url }
      const reading = await runAdminInProcess(variables, 'project', 'list')
      expect(reading.lines).toEqual([])
      if (url.startsWith('postgres:'))
        expect(
          await runSql(url, "SELECT relname FROM pg_class WHERE relname IN ('links', 'linkwright_schema')"),
        ).toEqual([])
      expect((await runAdminInProcess(variables, 'project', 'create', 'Shop')).status).toBe(0)
      expect(await readSchema(url)).toBe(current)
    },
  )

  it.skipIf(missing !== null)(
    'a schema whose creation was interrupted is completed, because nothing is stored yet',
    async () => {
      const url = await databases.create()
      await createOlderSchema(url, 3)
      expect((await runAdminInProcess({ DATABASE_URL: url }, 'project', 'create', 'Shop')).status).toBe(0)
      expect(await readSchema(url)).toBe(current)
    },
  )

  it.skipIf(missing !== null)('migrate brings the schema up to date', async () => {
    const url = await databases.create()
    await createOlderSchema(url, 6)
    expect(await runAdminInProcess({ DATABASE_URL: url }, 'migrate')).toMatchObject({ status: 0, error: '' })
    expect(await readSchema(url)).toBe(current)
  })
})
