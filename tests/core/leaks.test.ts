import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeFolder, startApp, temporaryFolder } from './harness/app.ts'
import type { App } from './harness/app.ts'
import { createInput } from './harness/profile.ts'
import { encodeVariants } from './harness/spellings.ts'
import { startServer } from './harness/server.ts'
import type { TestServer } from './harness/server.ts'

/** A key whose spelling differs in every encoding. */
const key = 'pk"live\\/+Zz9=&%7'

let folder: string
let app: App
let hostile: TestServer

/** A service that returns the key wherever it can, in every spelling. */
function echo(target: string): Record<string, unknown> {
  const variants = encodeVariants(key)
  return {
    error: `Your key ${variants.join(' ')} is wrong`,
    message: key,
    code: key,
    request_id: key,
    fields: { title: `${key} is not a title`, [key]: 'as a name' },
    link: {
      path: 'Ab3',
      title: key,
      subtitle: variants.join(' '),
      data: { [key]: variants, target },
      tags: variants,
      unknown: key,
    },
  }
}

beforeAll(async () => {
  folder = await temporaryFolder()
  app = await startApp(folder)
  let count = 0
  hostile = await startServer((request, response, body) => {
    const status = [200, 400, 403, 404, 422, 429, 500, 503][count++ % 8] ?? 200
    const type = count % 5 === 0 ? 'text/html' : 'application/json'
    response.writeHead(request.method === 'GET' && count % 2 ? 200 : status, {
      'Content-Type': type,
      'X-Request-Id': key,
      'X-Echo': key,
    })
    const html = `<title>${key}</title><a href="?k=${encodeURIComponent(key)}">`
    response.end(type === 'text/html' ? html : JSON.stringify(echo(body)))
  })
})
afterAll(async () => {
  await hostile.stop()
  await removeFolder(folder)
})

describe('a project key', () => {
  it('a project key never appears in an answer to the window or in a file, however it is used', async () => {
    const profile = { name: 'Hostile', baseUrl: hostile.origin }
    const { id } = await app.get('profiles.save', { profile, key: ` PROJECT-KEY: '${key}' ` })
    const target = { profileId: id, environment: 'production' } as const
    for (let count = 0; count < 16; count++) {
      await app.call('links.create', createInput(target))
      await app.call('links.find', { text: `path${count}`, ...target })
      await app.call('connection.test', { profile, environment: 'development', key })
    }
    await app.call('connection.test', {
      profile: { ...profile, baseUrl: `https://${'x'.repeat(70)}.invalid` },
      environment: 'production',
      key,
    })
    await app.call('keys.replace', { profileId: id, key, environment: 'production' })
    await app.call('keys.replace', { profileId: id, key, environment: 'production', unproven: true })
    app.core.reportBug('test', new Error(`with ${key} and ${JSON.stringify({ key })}`))
    for (const name of [
      'app.state',
      'keys.storage',
      'activity.bundle',
      'profiles.export',
      'links.list',
      'drafts.list',
      'network.get',
    ] as const) {
      await app.call(name, {})
    }
    const { entries } = await app.get('activity.list', {})
    for (const entry of entries) await app.call('activity.get', { id: entry.id })
    await app.call('profiles.remove', { id })
    await app.core.close()

    expect(entries.length).toBeGreaterThan(40)
    expect(app.answers.join('\n')).toContain('[project key]')
    expect(findLeaks(app.answers.join('\n'))).toEqual([])
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )
    expect(files.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['settings.json', 'library.db', 'errors.log']),
    )
    for (const file of files) {
      const bytes = readFileSync(join(file.parentPath, file.name))
      expect({
        file: file.name,
        leaks: [...findLeaks(bytes.toString('latin1')), ...findLeaks(bytes.toString('utf16le'))],
      }).toEqual({
        file: file.name,
        leaks: [],
      })
    }
  })
})

it('the key is in no created link, whatever the service claims to have stored', async () => {
  const home = await temporaryFolder()
  const realApp = await startApp(home)
  const service = await startServer((request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    const content = { link: 'https://links.example/Ab3', key, unknown: encodeVariants(key) }
    const { link } = echo('stored')
    response.end(JSON.stringify(request.method === 'POST' ? content : { ...content, link, [key]: key }))
  })
  try {
    const profile = { name: 'Hostile', baseUrl: service.origin }
    const { id } = await realApp.get('profiles.save', { profile, key })
    const target = { profileId: id, environment: 'production' } as const
    const record = await realApp.get('links.create', createInput(target))
    expect(record).toMatchObject({ state: 'created', stored: { path: 'Ab3', title: '[project key]' } })
    const found = await realApp.get('links.find', { text: 'Ab3', ...target })
    expect(found.raw).toContain('[project key]')
    expect((await realApp.get('links.get', { id: record.id })).answer).toContain('[project key]')
    await realApp.get('links.list', {})
    const { entries } = await realApp.get('activity.list', {})
    for (const entry of entries) await realApp.call('activity.get', { id: entry.id })
  } finally {
    await realApp.core.close()
    await service.stop()
  }
  expect(findLeaks(realApp.answers.join('\n'))).toEqual([])
  for (const name of ['library.db', 'settings.json']) {
    expect({ name, leaks: findLeaks(readFileSync(join(home, name)).toString('latin1')) }).toEqual({
      name,
      leaks: [],
    })
  }
  await removeFolder(home)
})

/** Returns the spellings of the key in a text. */
function findLeaks(text: string): string[] {
  return encodeVariants(key).filter((spelling) => text.includes(spelling))
}
