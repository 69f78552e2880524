import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { instantPause, removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { connectProfile, createInput, testKey } from '../harness/profile.ts'
import type { ProfileTarget } from '../harness/profile.ts'
import { json, startServer } from '../harness/server.ts'
import type { TestServer } from '../harness/server.ts'

let folder: string
let app: App
let server: TestServer
let target: ProfileTarget
let received: { headers: Record<string, unknown>; body: string }[]

beforeEach(async () => {
  folder = await temporaryFolder()
  app = await startApp(folder, {}, { pause: instantPause })
  received = []
  server = await startServer((request, response, body) => {
    received.push({ headers: request.headers, body })
    if (request.method === 'POST')
      json(response, 201, { link: 'https://l.example/Ab3' }, { 'Set-Cookie': 'a=b' })
    else json(response, 404, { error: 'Unknown link' })
  })
  target = await connectProfile(app, server.origin)
})
afterEach(async () => {
  await app.core.close()
  await server.stop()
  await removeFolder(folder)
})

describe('the activity log', () => {
  it('the activity log lists every request with its result, newest first', async () => {
    await app.get('links.create', createInput(target))
    await app.problem('links.find', { text: 'nothing', ...target })
    const { entries } = await app.get('activity.list', {})
    expect(entries.at(-1)).toMatchObject({
      operation: 'create',
      profileName: 'Test',
      environment: 'development',
      method: 'POST',
      url: `${server.origin}/api/v1/sdk/generate_link`,
      status: 201,
      code: null,
      bytes: 32,
      attempt: 1,
    })
    expect(entries[0]).toMatchObject({ operation: 'lookup', status: 404, code: 'link_not_found' })
    await app.core.close()
    app = await startApp(folder, {}, { pause: instantPause })
    expect(await app.get('activity.list', {})).toEqual({ entries: [] })
  })

  it('the database in which older versions kept requests is deleted, with its log', async () => {
    await app.core.close()
    const names = ['activity.db', 'activity.db-wal', 'activity.db-shm']
    const old = new DatabaseSync(join(folder, 'activity.db'))
    old.exec('PRAGMA journal_mode = WAL; PRAGMA application_id = 0x4c576163; CREATE TABLE requests (id, url)')
    const copies = await Promise.all(names.map((name) => readFile(join(folder, name))))
    old.close()
    // As a killed app leaves them: the log has all content.
    await Promise.all(names.map((name, index) => writeFile(join(folder, name), copies[index] ?? '')))
    app = await startApp(folder, {}, { pause: instantPause })
    expect((await readdir(folder)).filter((name) => name.startsWith('activity'))).toEqual([])
  })

  it('a file of another program with the name of the old database stays', async () => {
    await app.core.close()
    const foreign = new DatabaseSync(join(folder, 'activity.db'))
    foreign.exec('PRAGMA application_id = 42; CREATE TABLE notes (text)')
    foreign.close()
    app = await startApp(folder, {}, { pause: instantPause })
    expect(await readdir(folder)).toContain('activity.db')
  })

  it('the activity log shows request and answer without the key, and a working curl command', async () => {
    await app.get('links.create', createInput(target, { title: `It's "quoted" $HOME \`x\`` }))
    const { entries: all } = await app.get('activity.list', {})
    const entries = all.filter(({ operation }) => operation === 'create')
    const detail = await app.get('activity.get', { id: entries[0]?.id ?? 0 })
    expect(detail.request).toContain('PROJECT-KEY: $PROJECT_KEY')
    expect(detail.answer).toContain('{"link":"https://l.example/Ab3"}')
    expect(detail.answer).not.toContain('a=b')
    received = []
    // Not the synchronous variant, because the server that answers is in this process.
    await promisify(execFile)('sh', ['-c', detail.curl], {
      env: { PATH: process.env['PATH'], PROJECT_KEY: testKey },
    })
    expect(received[0]?.headers).toMatchObject({ 'project-key': testKey, environment: 'development' })
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({ title: `It's "quoted" $HOME \`x\`` })
  })

  it('the activity log is listed newest first', async () => {
    for (let count = 0; count < 3; count++)
      await app.problem('links.find', { text: `gone${count}`, ...target })
    await app.get('connection.test', {
      profile: { name: 'T', baseUrl: server.origin },
      environment: 'production',
    })
    const { entries } = await app.get('activity.list', {})
    const lookups = entries.filter(({ operation }) => operation === 'lookup')
    expect(lookups.map(({ url }) => url.at(-1))).toEqual(['2', '1', '0'])
    expect(await app.problem('activity.get', { id: 1 })).toEqual({ code: 'not_in_activity' })
  })

  it('the support report contains versions and settings, but no keys, notes or contents', async () => {
    await app.get('profiles.save', {
      id: target.profileId,
      profile: { name: 'Test', baseUrl: server.origin, notes: 'call Ann at home' },
    })
    await app.get('links.create', createInput(target, { title: 'Top secret campaign' }))
    const { name, text } = await app.get('activity.bundle', {})
    expect(name).toMatch(/^linkwright-support-\d{4}-\d\d-\d\d\.txt$/)
    expect(text).toContain('version 0.0.0-test')
    expect(text).toContain('POST')
    expect(text).toContain(server.origin)
    for (const absent of ['Ann', 'Top secret', testKey]) expect(text).not.toContain(absent)
  })
})
