import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { startChangingService } from '../harness/changingService.ts'
import type { ChangingService } from '../harness/changingService.ts'
import { waitForJob, uploadText } from '../harness/imports.ts'
import { testKey } from '../harness/profile.ts'
import type { ProfileTarget } from '../harness/profile.ts'
import { json, startServer } from '../harness/server.ts'
import type { TestServer } from '../harness/server.ts'
import { startTestService } from '../../service/testService.ts'
import type { TestService } from '../../service/testService.ts'

let folder: string
let app: App
let service: ChangingService
let target: ProfileTarget
beforeEach(async () => {
  folder = await temporaryFolder()
  service = await startChangingService()
  app = await startApp(folder, {}, { pause: () => Promise.resolve() })
  const profile = { name: 'Test', baseUrl: service.origin, linkHosts: ['l.example'] }
  const { id } = await app.get('profiles.save', { profile, key: testKey })
  target = { profileId: id, environment: 'development' }
})
afterEach(async () => {
  await app.core.close()
  await service.stop()
  await removeFolder(folder)
})

const addServiceLinks = (...paths: string[]) => {
  for (const path of paths) {
    service.links.set(path, { path, access_path: `https://l.example/${path}`, title: `Sale ${path}` })
  }
}
const run = async (content: string) => {
  const { job } = await app.get('imports.run', { id: await uploadText(app, content), ...target })
  return await waitForJob(app, job)
}
const titles = async () =>
  (await app.get('library.search', { view: {} })).rows.map(({ title }) => title).toSorted()

describe('links that are imported', () => {
  it('imported links are looked up and become rows with the service’s answer', async () => {
    addServiceLinks('a1', 'a2')
    const a1 = service.links.get('a1')
    service.links.set('a1', { ...a1, desktop_custom_redirect: { url: 'https://shop.example/a1' } })
    const file =
      'link,title\nhttps://l.example/a1,x\nhttps://l.example/a2,y\nhttps://l.example/gone,z\nhttps://bit.ly/b,\n'
    const id = await uploadText(app, file, 7)
    expect(await app.get('imports.preview', { id, ...target })).toMatchObject({
      kind: 'table',
      counts: { new: 3, known: 0, foreign: 0, invalid: 1 },
    })
    expect(await titles()).toEqual([])
    const { job } = await app.get('imports.run', { id, ...target })
    expect(await waitForJob(app, job)).toMatchObject({
      ...{ kind: 'import', state: 'finished', done: 3, total: 3, problem: null },
      counts: { new: 2, known: 0, foreign: 0, invalid: 2 },
    })
    expect(await titles()).toEqual(['Sale a1', 'Sale a2'])
    expect(await app.get('imports.errors', { job })).toEqual([
      { row: 5, error: 'other_domain', text: 'bit.ly/b' },
      { row: 4, error: 'not_found_anywhere', text: 'l.example/gone' },
    ])
    expect(readdirSync(join(folder, 'imports'))).toEqual([])
    expect(await run(file)).toMatchObject({ counts: { new: 0, known: 2, invalid: 2 } })
    const other = await uploadText(app, 'link,destination\nhttps://l.example/a1,https://other.example/\n', 2)
    const { sample } = await app.get('imports.preview', { id: other, ...target })
    expect(sample).toMatchObject([{ outcome: 'known', kept: 'https://shop.example/a1' }])
  })

  it('an import waits if the service requests it, and stops with its problem if it rejects everything', async () => {
    addServiceLinks('a1', 'a2', 'a3', 'a4', 'a5')
    service.instead.push((response) => json(response, 429, { error: 'Slowly.' }))
    expect(await run('l.example/a1 l.example/a2')).toMatchObject({ state: 'finished', counts: { new: 2 } })
    for (let time = 0; time < 20; time++) {
      service.instead.push((response) => json(response, 401, { error: 'No.' }))
    }
    expect(await run('l.example/a3 l.example/a4 l.example/a5')).toMatchObject({
      state: 'failed',
      counts: { new: 0 },
      problem: { code: 'key_refused' },
    })
  })

  it('a cancelled import keeps the added links, and the same file adds the rest later', async () => {
    const paths = Array.from({ length: 30 }, (_, at) => `a${at}`)
    addServiceLinks(...paths)
    const file = paths.map((path) => `https://l.example/${path}`).join('\n')
    const arrival = Promise.withResolvers<undefined>()
    const release = Promise.withResolvers<undefined>()
    service.instead.push((response) => {
      arrival.resolve(undefined)
      void release.promise.then(() => json(response, 200, { link: service.links.get('a0') }))
    })
    const { job } = await app.get('imports.run', { id: await uploadText(app, file), ...target })
    await arrival.promise
    await app.get('jobs.cancel', { id: job })
    release.resolve(undefined)
    const { state, counts } = await waitForJob(app, job)
    expect(state).toBe('cancelled')
    expect(counts['new']).toBeLessThan(30)
    expect((await titles()).length).toBe(counts['new'])
    expect(await run(file)).toMatchObject({
      counts: { new: 30 - (counts['new'] ?? 0), known: counts['new'] },
    })
  })
})

it('a cancelled import ends although its service doesn’t answer', async () => {
  const { promise: arrival, resolve } = Promise.withResolvers<undefined>()
  const silentServer = await startServer(() => resolve(undefined))
  onTestFinished(() => silentServer.stop())
  const profile = { name: 'Frozen', baseUrl: silentServer.origin, linkHosts: ['frozen.example'] }
  const { id: profileId } = await app.get('profiles.save', { profile, key: testKey })
  const id = await uploadText(app, 'https://frozen.example/a')
  const { job } = await app.get('imports.run', { id, profileId, environment: 'development' })
  await arrival
  await app.get('jobs.cancel', { id: job })
  expect(await waitForJob(app, job)).toMatchObject({ state: 'cancelled', counts: { new: 0, invalid: 0 } })
})

describe('links that are in the other environment', () => {
  const lookups: string[] = []
  let shop: TestServer
  let shopTarget: ProfileTarget
  /** A third-party service: `d…` is in development, `p…` in production. */
  const start = async (answer?: (environment: string, response: ServerResponse) => boolean) => {
    lookups.length = 0
    shop = await startServer(({ url = '', headers }, response) => {
      const path = url.split('/').at(-1) ?? ''
      const environment = String(headers['environment'])
      lookups.push(`${environment} ${path}`)
      if (answer?.(environment, response)) return
      if (path.startsWith(environment.charAt(0))) {
        json(response, 200, { link: { path, access_path: `https://shop.example/${path}` } })
      } else json(response, 404, { error: 'There is no such link.' })
    })
    onTestFinished(() => shop.stop())
    const profile = { name: 'Shop', baseUrl: shop.origin, linkHosts: ['shop.example'] }
    const { id } = await app.get('profiles.save', { profile, key: testKey })
    shopTarget = { profileId: id, environment: 'development' }
  }
  const runImport = async (content: string) => {
    const { job } = await app.get('imports.run', { id: await uploadText(app, content), ...shopTarget })
    return { ended: await waitForJob(app, job), errors: await app.get('imports.errors', { job }) }
  }
  const environments = async () =>
    (await app.get('library.search', { view: {} })).rows
      .map(({ link, environment }) => `${link} ${environment}`)
      .toSorted()

  it('imported links of the other environment are looked up and kept there, and are recognized next time', async () => {
    await start()
    const file =
      'link,environment\nshop.example/d1,\nshop.example/p1,\nshop.example/x1,\nshop.example/p2,development\n'
    expect(await runImport(file)).toMatchObject({
      ended: { done: 4, total: 4, counts: { new: 2, known: 0, invalid: 2, development: 1, production: 1 } },
      errors: [
        { row: 5, error: 'not_found' },
        { row: 4, error: 'not_found_anywhere' },
      ],
    })
    expect(await environments()).toEqual([
      'https://shop.example/d1 development',
      'https://shop.example/p1 production',
    ])
    const id = await uploadText(app, file)
    const preview = await app.get('imports.preview', { id, ...shopTarget })
    expect(preview.counts).toEqual({ new: 2, known: 2, foreign: 0, references: 0, invalid: 0 })
    expect(preview.sample.map(({ environment, outcome }) => `${environment} ${outcome}`)).toEqual([
      'development known',
      'production known',
      'null new',
      'development new',
    ])
  })

  it('imported links are not looked up in the other environment if its key is refused, and the import continues', async () => {
    await start((environment, response) => {
      if (environment !== 'production') return false
      json(response, 401, { error: 'No.' })
      return true
    })
    const file = Array.from({ length: 12 }, (_, at) => `shop.example/p${at}\nshop.example/d${at}`).join('\n')
    const { ended, errors } = await runImport(`link\n${file}\n`)
    expect(ended).toMatchObject({
      state: 'finished',
      counts: {
        new: 12,
        invalid: 12,
        absentInDevelopment: 12,
        absentInProduction: 0,
      },
    })
    expect(new Set(errors.map(({ error }) => error))).toEqual(new Set(['not_found_key_refused']))
    expect(lookups.filter((one) => one.startsWith('production')).length).toBeLessThan(4)
  })

  it('imported links without an answer are listed, and the import continues', async () => {
    await start()
    const file = Array.from({ length: 6 }, (_, at) => `shop.example/d${at}`).join('\n')
    let brokenAnswers = 0
    const badServer = await startServer(({ url = '' }, response) => {
      const path = url.split('/').at(-1)
      if (path === 'd0') {
        brokenAnswers++
        json(response, 500, { error: 'Oh.' })
      } else json(response, 200, { link: { path, access_path: `https://shop.example/${path}` } })
    })
    onTestFinished(() => badServer.stop())
    const profile = { name: 'Shop', baseUrl: badServer.origin, linkHosts: ['shop.example'] }
    await app.get('profiles.save', { id: shopTarget.profileId, profile, key: testKey })
    const { ended, errors } = await runImport(`link\n${file}\n`)
    expect(ended).toMatchObject({ state: 'finished', counts: { new: 5, invalid: 1 } })
    expect(errors).toEqual([{ row: 2, error: 'no_answer', text: 'shop.example/d0' }])
    expect(brokenAnswers).toBe(3)
  })
})

describe('links of our own service', () => {
  let own: TestService
  let ownTarget: ProfileTarget
  beforeEach(async () => {
    own = await startTestService()
    const profile = { name: 'Own', baseUrl: `${own.origin}/api/v1/sdk`, linkHosts: ['own.example'] }
    const { id } = await app.get('profiles.save', { profile, key: own.key })
    ownTarget = { profileId: id, environment: 'production' }
  })
  afterEach(() => own.stop())

  it('imported links of our own service are looked up in batches, in both environments', async () => {
    const make = (environment: string, count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, at) =>
          own.create({ title: `${environment} ${at}`, data: '{"n":1.50}' }, { ENVIRONMENT: environment }),
        ),
      )
    const [production, development] = [await make('production', 250), await make('development', 210)]
    const file = ['link', ...production, 'nowhere', ...development].map((path, at) =>
      at === 0 ? path : `own.example/${path}`,
    )
    const { job } = await app.get('imports.run', { id: await uploadText(app, file.join('\n')), ...ownTarget })
    expect(await waitForJob(app, job)).toMatchObject({
      ...{ state: 'finished', done: 461, total: 461 },
      counts: { new: 460, known: 0, invalid: 1, production: 250, development: 210 },
    })
    expect(await app.get('imports.errors', { job })).toEqual([
      { row: 252, error: 'not_found_anywhere', text: 'own.example/nowhere' },
    ])
    const { entries } = await app.get('activity.list', {})
    // Links are looked up one by one until the first answer announces the extension, then 200 at a time per
    // environment.
    expect(entries.length).toBeLessThan(15)
    const { rows } = await app.get('library.search', { view: {} })
    const record = await app.get('links.get', { id: rows[0]?.id ?? '' })
    expect(record.stored?.data).toBe('{"n":1.50}')
  })

  it('imported links of our own service are listed, sorted and filtered by their creation time', async () => {
    const paths: string[] = []
    for (const title of ['First', 'Second', 'Third']) {
      const at = Date.now()
      while (Date.now() === at) await new Promise(setImmediate)
      paths.push(await own.create({ title }, { ENVIRONMENT: 'production' }))
    }
    const file = ['link', ...paths.map((path) => `own.example/${path}`)]
    const { job } = await app.get('imports.run', { id: await uploadText(app, file.join('\n')), ...ownTarget })
    expect(await waitForJob(app, job)).toMatchObject({ counts: { new: 3 } })
    const list = async (view: object) => (await app.get('library.search', { view })).rows
    const rows = await list({ sort: 'createdOldest' })
    expect(rows.map(({ title }) => title)).toEqual(['First', 'Second', 'Third'])
    const today = new Date(rows[0]?.knownCreatedAt ?? '').toISOString().slice(0, 10)
    expect(await list({ createdFrom: today, createdTo: today })).toHaveLength(3)
    expect(await list({ createdTo: '2025-12-31' })).toHaveLength(0)
    // Checking a link keeps the time, even after a restart.
    const { id = '', knownCreatedAt } = rows[0] ?? {}
    await app.core.close()
    app = await startApp(folder)
    await app.get('keys.replace', { ...ownTarget, key: own.key })
    expect((await app.get('checks.one', { id })).check.outcome).toBe('same')
    expect((await list({ sort: 'createdOldest' }))[0]).toMatchObject({ id, knownCreatedAt })
  })
})

describe('a file that cannot be imported', () => {
  it.each([
    ['import_not_text', '%PDF-1.7 and more'],
    ['sheet_broken', 'PK\x03\x04 and more'],
    [
      'import_newer',
      '{"format":"linkwright-links","version":9,"app":"9","madeAt":"2026-01-31T12:00:00.000Z","links":[\n',
    ],
    ['import_broken', '{"format":"linkwright-links","version":1}\n'],
  ])('a file that cannot be imported is rejected with a reason: %s', async (code, content) => {
    const id = await uploadText(app, content)
    expect(await app.problem('imports.preview', { id, ...target })).toMatchObject({ code })
  })

  it('a discarded file is reported as missing, and leaves nothing behind at the next start', async () => {
    const id = await uploadText(app, 'link\nl.example/a1\n')
    await app.get('imports.discard', { id })
    for (const name of ['imports.preview', 'imports.run'] as const) {
      expect(await app.problem(name, { id, ...target })).toMatchObject({ code: 'import_gone' })
    }
    await uploadText(app, 'link\nl.example/a1\n')
    await app.core.close()
    const imports = join(folder, 'imports')
    expect(existsSync(imports) ? readdirSync(imports) : []).toEqual([])
    // As left by an app that was killed.
    mkdirSync(imports, { recursive: true })
    writeFileSync(join(imports, randomUUID()), 'link\nl.example/a1\n')
    app = await startApp(folder)
    expect(existsSync(imports)).toBe(false)
  })

  it('an import stops and reports if the library cannot be written', async () => {
    addServiceLinks('a1')
    const other = new DatabaseSync(join(folder, 'library.db'))
    other.exec('BEGIN IMMEDIATE')
    try {
      expect(await run('l.example/a1')).toMatchObject({
        state: 'failed',
        problem: { code: 'storage_failed' },
        counts: { new: 0 },
      })
    } finally {
      other.close()
    }
    expect(await run('l.example/a1')).toMatchObject({ state: 'finished', counts: { new: 1 } })
  })
})
