import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FolderInUseError } from '../../core/core.ts'
import { startApp } from '../core/harness/app.ts'
import { findFilesWith } from '../core/harness/bytes.ts'
import { electronHost } from './electronHost.ts'
import { get } from './host.ts'
import type { RunningHost } from './host.ts'
import { loopbackHost } from './loopbackHost.ts'

describe.each([loopbackHost, electronHost])('over $name', (kind) => {
  let folder: string
  let host: RunningHost
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'linkwright-host-'))
    host = await kind.start(folder)
  })
  afterAll(async () => {
    await host.end()
    await rm(folder, { recursive: true })
  })

  const problem = (code: string) => ({ ok: false, problem: expect.objectContaining({ code }) as object })

  test('the first call finds an app without profiles', async () => {
    expect(await get(host, 'app.state', {})).toMatchObject({
      dataFolder: folder,
      profiles: [],
      current: null,
    })
  })

  test.each(['app.destroy', '__proto__', 'constructor', 'toString', ' app.state', 'APP.STATE'])(
    'the call %j does not exist',
    async (name) => {
      expect(await host.call(encodeURIComponent(name), {})).toEqual(problem('unknown_call'))
    },
  )

  test('every error of an input is reported at its field', async () => {
    const result = await host.call('profiles.save', { profile: { name: ' ', baseUrl: 7 }, extra: 1 })
    expect(result).toMatchObject(problem('invalid_input'))
    expect(result).toMatchObject({
      problem: {
        fields: {
          'profile.name': 'Enter a name.',
          'profile.baseUrl': expect.any(String) as string,
          extra: expect.any(String) as string,
        },
      },
    })
  })

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'app.state'],
    ['a list', []],
    ['an unknown field', { colour: 'red' }],
    ['a poisoned object', JSON.parse('{"__proto__":{"polluted":true}}') as unknown],
  ])('%s in place of an input is rejected', async (_what, input) => {
    expect(await host.call('app.state', input)).toEqual(problem('invalid_input'))
  })

  test('a megabyte is sent and returned unchanged', async () => {
    const form = { title: 'ü'.repeat(500_000), note: '\u0000 and \\u2028 \u2028 😀' }
    await get(host, 'drafts.save', { id: 'big', form })
    const drafts = await get(host, 'drafts.list', {})
    expect(drafts.find(({ id }) => id === 'big')?.form).toEqual(form)
    await get(host, 'drafts.remove', { id: 'big' })
  })

  test.each([5, 50])('an input of %d MB is rejected with the reason', async (size) => {
    const input = { text: 'x'.repeat(size * 1_048_576) }
    expect(await host.call('app.state', input)).toEqual(problem('invalid_input'))
    expect(await get(host, 'app.state', {})).toMatchObject({ dataFolder: folder })
  })

  test('unauthorized callers are rejected', async () => {
    const stateBefore = await get(host, 'app.state', {})
    for (const [caller, call] of Object.entries(host.otherCallers)) {
      expect(await call('app.state', {}), caller).toEqual(problem('not_allowed'))
      expect(await call('app.setPreferences', { appearance: 'dark' }), caller).toEqual(problem('not_allowed'))
    }
    expect(await get(host, 'app.state', {})).toEqual(stateBefore)
  })

  test('a link is created on this computer, found again, and kept after a restart', async () => {
    const { id: profileId } = await get(host, 'profiles.tryLocal', {})
    const target = { profileId, environment: 'development' } as const
    const id = randomUUID()
    const created = await get(host, 'links.create', {
      id,
      ...target,
      request: { title: 'Spring', data: '{"a":1.0}' },
    })
    expect(created).toMatchObject({ id, state: 'created', differences: [] })

    const found = await get(host, 'links.find', {
      text: `see ${created.link ?? ''}?utm_source=mail.`,
      ...target,
    })
    expect(found).toMatchObject({ path: created.path, link: { title: 'Spring' }, record: { id } })

    expect(await host.end()).toBe(0)
    host = await kind.start(folder)
    expect((await get(host, 'links.list', {})).records.map((record) => record.id)).toEqual([id])
    expect(await get(host, 'links.find', { text: created.path ?? '', ...target })).toMatchObject({
      record: { id },
    })
  })

  test('a key is accepted and never returned', async () => {
    const key = `secret-${randomUUID()}`
    const profile = { name: 'Elsewhere', baseUrl: 'http://127.0.0.1:9', linkHosts: [] }
    const saved = await get(host, 'profiles.save', { profile, key })
    const answers = [
      saved,
      await get(host, 'app.state', {}),
      await host.call('connection.test', { profile, environment: 'production', profileId: saved.id }),
      await host.call('links.find', { text: 'Ab3dEf7', profileId: saved.id, environment: 'production' }),
      await host.call('profiles.save', { profile: { ...profile, name: '' }, key }),
    ]
    expect(JSON.stringify(answers)).not.toContain(key)
    expect(host.output()).not.toContain(key)
    for (const file of await listFilesBelow(folder))
      expect(await readFile(file, 'latin1'), file).not.toContain(key)
  })

  test('a link is restored from a backup, and the data folder stays locked meanwhile', async () => {
    const { backup } = await get(host, 'backups.make', {})
    const { links } = await get(host, 'library.remove', { which: { view: {} } })
    expect(links).toBeGreaterThan(0)
    const restoring = get(host, 'backups.restore', { backup: backup?.name ?? '' })
    await expect(startApp(folder)).rejects.toThrow(FolderInUseError)
    expect(await restoring).toEqual({ links })
    expect((await get(host, 'links.list', {})).total).toBe(links)
  })

  test('everything is erased, the window keeps working, and the data folder stays locked meanwhile', async () => {
    expect(findFilesWith(folder, ['Spring'])).not.toEqual([])
    const erasing = get(host, 'erase.all', { word: 'ERASE' })
    await expect(startApp(folder)).rejects.toThrow(FolderInUseError)
    expect(await erasing).toBeNull()
    expect(await get(host, 'app.state', {})).toMatchObject({ profiles: [], notices: [] })
    expect(findFilesWith(folder, ['Spring'])).toEqual([])
    await expect(startApp(folder)).rejects.toThrow(FolderInUseError)
    await get(host, 'profiles.tryLocal', {})
    expect(await host.end()).toBe(0)
    host = await kind.start(folder)
    expect((await get(host, 'app.state', {})).profiles).toHaveLength(1)
    expect((await get(host, 'links.list', {})).total).toBe(0)
  })
})

async function listFilesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}
