import { existsSync, readdirSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { beginErasing } from '../../core/folder/erasing.ts'
import { removeFolder, startApp, startKeyChild, temporaryFolder } from './harness/app.ts'
import type { App } from './harness/app.ts'
import { findFilesWith } from './harness/bytes.ts'
import { keyringMissing, startSession } from './harness/keyring.ts'
import type { Session } from './harness/keyring.ts'
import { createInput, testKey } from './harness/profile.ts'
import { json, startServer } from './harness/server.ts'

const title = 'Zebra crossing of the summer'
const draftTitle = 'Zebra that was never sent'
const texts = [title, draftTitle, 'Zebra preset', 'Zebra profile']
const erase = { word: 'ERASE' } as const

let folder: string
let app: App
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => removeFolder(folder))

/** An app with everything that can be erased: files in use, copies, and files that were set aside. */
async function fill(): Promise<void> {
  const { id } = await app.get('profiles.tryLocal', {})
  await app.get('links.create', createInput({ profileId: id, environment: 'development' }, { title }))
  await app.get('drafts.save', { id: 'd', form: { values: { title: draftTitle } } })
  await app.get('presets.save', { id: 'p', name: 'Zebra preset', form: { values: {} } })
  await app.get('profiles.save', { profile: { name: 'Zebra profile', baseUrl: 'https://s.example' } })
  await app.get('backups.make', {})
  app.core.reportBug('app.state', new Error(title))
  app.core.recordUncaughtError('rejection', new Error(title))
  const leftovers = [
    ...['library.damaged-2026-01-01T00-00-00-000Z.db-wal', 'settings.json.123456'],
    ...['service-rules.json', 'service-rules.json.4711'],
    ...['links.sqlite.new-4711', 'links.sqlite.4711-0123abcd.unfinished-wal'],
  ]
  for (const name of leftovers) await writeFile(join(folder, name), title)
  await mkdir(join(folder, 'service'))
  await writeFile(join(folder, 'service', 'links.sqlite'), 'of the standalone service')
}

async function expectNewInstallation(): Promise<void> {
  expect(await app.get('app.state', {})).toMatchObject({ profiles: [], current: null, notices: [] })
  expect(await app.get('links.list', {})).toMatchObject({ records: [], total: 0 })
  expect(await app.get('library.search', { view: { search: 'zebra' } })).toMatchObject({ rows: [] })
  for (const name of ['drafts.list', 'presets.list', 'backups.list'] as const) {
    expect(JSON.stringify(await app.get(name, {}))).not.toContain('Zebra')
  }
  expect(await app.get('activity.list', {})).toEqual({ entries: [] })
}

describe('erasing everything', () => {
  test('after erasing everything, the app works like a new installation, and no file contains a link’s text', async () => {
    app = await startApp(folder)
    await fill()
    expect(await app.get('erase.all', erase)).toBeNull()
    await expectNewInstallation()
    await app.core.close()
    expect(findFilesWith(folder, texts)).toEqual([])
    expect(readdirSync(join(folder, 'service'))).toEqual(['links.sqlite'])
    app = await startApp(folder)
    await expectNewInstallation()
    const { id } = await app.get('profiles.tryLocal', {})
    const record = await app.get('links.create', createInput({ profileId: id, environment: 'development' }))
    expect(record.state).toBe('created')
    await app.core.close()
  })

  test('erasing everything delays new calls, and ends running work', async () => {
    app = await startApp(folder)
    await fill()
    const [erased, state, total] = await Promise.all([
      app.call('erase.all', erase),
      app.call('app.state', {}),
      app.call('links.list', {}),
    ])
    expect([erased, state, total].map(({ ok }) => ok)).toEqual([true, true, true])
    await app.core.close()
    expect(findFilesWith(folder, texts)).toEqual([])
  })

  test('erasing everything twice at once erases it once, and the app works afterwards', async () => {
    app = await startApp(folder)
    await fill()
    const erased = await Promise.all([app.call('erase.all', erase), app.call('erase.all', erase)])
    expect(erased.map(({ ok }) => ok)).toEqual([true, true])
    await expectNewInstallation()
    await app.get('profiles.save', { profile: { name: 'Later', baseUrl: 'https://s.example' } })
    await app.get('drafts.save', { id: 'd', form: { values: { title: 'Later' } } })
    await app.core.close()
    app = await startApp(folder)
    expect((await app.get('app.state', {})).profiles).toMatchObject([{ name: 'Later' }])
    expect(await app.get('drafts.list', {})).toHaveLength(1)
    await app.core.close()
  })

  test('erasing everything that can’t begin erases nothing, and the app keeps working', async () => {
    app = await startApp(folder)
    await fill()
    await mkdir(join(folder, 'erasing.json'))
    expect(await app.problem('erase.all', erase)).toMatchObject({ code: 'storage_failed' })
    expect(await app.get('links.list', {})).toMatchObject({ total: 1 })
    await app.core.close()
  })

  test('a file that can’t be deleted does not keep the others, and the app opens and names it', async () => {
    app = await startApp(folder)
    await fill()
    const stuck = join(folder, 'backups', '2026-01-01.db')
    await mkdir(stuck)
    const expectNotice = async () => {
      const { profiles, notices } = await app.get('app.state', {})
      expect([profiles, notices]).toMatchObject([[], [{ title: 'Some files couldn’t be deleted' }]])
      expect(notices[0]?.text).toContain(stuck)
    }
    expect(await app.get('erase.all', erase)).toBeNull()
    await expectNotice()
    await app.get('drafts.save', { id: 'd', form: { values: { title: draftTitle } } })
    await app.core.close()
    beginErasing(folder, { accounts: [] })
    app = await startApp(folder)
    await expectNotice()
    await app.core.close()
    expect(findFilesWith(folder, texts)).toEqual([])
    app = await startApp(folder)
    expect(await app.get('app.state', {})).toMatchObject({ notices: [] })
    await app.core.close()
  })

  test('erasing everything requires the confirmation word', async () => {
    app = await startApp(folder)
    await fill()
    const wrongInput = { word: 'yes' } as unknown as typeof erase
    expect(await app.problem('erase.all', wrongInput)).toMatchObject({ code: 'invalid_input' })
    expect(await app.get('links.list', {})).toMatchObject({ total: 1 })
    await app.core.close()
  })

  test('an interrupted erasing of everything is finished at the next start', async () => {
    app = await startApp(folder)
    await fill()
    await app.core.close()
    expect(findFilesWith(folder, texts)).not.toEqual([])
    beginErasing(folder, { accounts: [] })
    app = await startApp(folder)
    await expectNewInstallation()
    await app.core.close()
    expect(findFilesWith(folder, texts)).toEqual([])
    expect(existsSync(join(folder, 'erasing.json'))).toBe(false)
  })
})

const missing = keyringMissing()

describe.skipIf(missing)('erasing everything, with keys in GNOME Keyring', () => {
  let session: Session
  let id: string
  const start = (env = session.env) =>
    startApp(
      folder,
      { startKeyChild: () => startKeyChild(session.env) },
      { system: { platform: 'linux', env } },
    )
  beforeEach(async () => {
    session = await startSession(folder)
    await session.startKeyring('password')
    app = await start()
    const service = await startServer((_, response) => json(response, 404, { error: 'Unknown link' }))
    const profile = { name: 'Zebra profile', baseUrl: service.origin }
    const saved = await app.get('profiles.save', { profile, key: testKey })
    expect(saved.key).toBe('keychain')
    id = saved.id
    await service.stop()
  })
  afterEach(async () => {
    await app.core.close()
    await session.stop()
  })

  const keyOf = async (account: string) => {
    const child = startKeyChild(session.env)
    const reply = new Promise((resolve) => child.onMessage(resolve))
    child.send({ id: 1, ask: 'get', account })
    const answer = await reply
    child.kill()
    return (answer as { value: unknown }).value
  }

  test('erasing everything, with keys in GNOME Keyring, removes them', async () => {
    expect(await keyOf(id)).toBe(testKey)
    await app.get('erase.all', erase)
    expect(await keyOf(id)).toBeNull()
    expect(await app.get('app.state', {})).toMatchObject({ profiles: [], notices: [] })
  })

  test('erasing everything, with keys in GNOME Keyring, removes them at the next start after an interruption', async () => {
    await app.core.close()
    beginErasing(folder, { accounts: [id] })
    app = await start()
    expect(await keyOf(id)).toBeNull()
    expect(await app.get('app.state', {})).toMatchObject({ profiles: [], notices: [] })
  })

  test('erasing everything, with keys in a locked GNOME Keyring, is refused and erases nothing', async () => {
    await session.stopKeyring()
    await session.startKeyring()
    expect(await app.problem('erase.all', erase)).toEqual({ code: 'key_store_locked' })
    expect((await app.get('app.state', {})).profiles).toMatchObject([{ id, key: 'keychain' }])
    await session.stopKeyring()
    await session.startKeyring('password')
    expect(await keyOf(id)).toBe(testKey)
  })

  test('erasing everything, with keys in GNOME Keyring, continues if the key store is gone, and reports the key that it could not remove', async () => {
    await app.core.close()
    app = await start({ ...session.env, LINKWRIGHT_KEY_STORE: 'memory' })
    await app.get('erase.all', erase)
    const { profiles, notices } = await app.get('app.state', {})
    expect(profiles).toEqual([])
    expect(notices).toMatchObject([{ title: 'Some keys couldn’t be removed' }])
    expect(notices[0]?.text).toContain(id)
  })
})
