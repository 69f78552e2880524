import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CallInput } from '../../../contract/app/calls/calls.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { startChangingService } from '../harness/changingService.ts'
import type { ChangingService } from '../harness/changingService.ts'
import { exportAsText } from '../harness/exports.ts'
import { uploadText, waitForJob } from '../harness/imports.ts'
import { testKey } from '../harness/profile.ts'
import type { ProfileTarget } from '../harness/profile.ts'

let folder: string
let app: App
let service: ChangingService
let target: ProfileTarget
beforeEach(async () => {
  folder = await temporaryFolder()
  service = await startChangingService()
  app = await startApp(folder)
  const profile = { name: 'Test', baseUrl: service.origin, linkHosts: ['l.example'] }
  const { id } = await app.get('profiles.save', { profile, key: testKey })
  target = { profileId: id, environment: 'production' }
})
afterEach(async () => {
  await app.core.close()
  await service.stop()
  await removeFolder(folder)
})

const bitly = `Bitlink,Long URL,Title,Created,Total Clicks,Campaign,Tags
https://bit.ly/3abc,https://shop.example.com/sale?a=1,Spring sale,2024-01-01,42,spring,"shop,sale"
https://user:pw@go.acme.example/x,https://shop.example.com/x,=SUM(A1),2024-01-01,1,,one|two
https://bit.ly/3abc,https://shop.example.com/sale?a=1,Spring sale,2024-01-01,42,spring,"shop,sale"
`

const run = async (content: string, keepReferences = true) => {
  const { job } = await app.get('imports.run', {
    id: await uploadText(app, content),
    ...target,
    keepReferences,
  })
  return await waitForJob(app, job)
}
const list = async (view: CallInput<'library.search'>['view'] = {}) =>
  (await app.get('library.search', { view })).rows

describe('links of other services in a file', () => {
  const csvOf = () =>
    exportAsText(app, {
      which: { everything: true },
      format: { kind: 'csv', columns: ['link', 'createdAt'] },
    })

  it('a link of another service keeps its creation time from the file', async () => {
    await run(
      `Bitlink,Long URL,Created
https://bit.ly/one,https://shop.example.com/1,2024-01-01
https://bit.ly/two,https://shop.example.com/2,2023-05-04T12:30:00+0200
https://bit.ly/three,https://shop.example.com/3,05/04/2023
`,
    )
    const created = await list({ sort: 'createdOldest' })
    expect(created.map(({ link, knownCreatedAt }) => [link, knownCreatedAt])).toEqual([
      ['https://bit.ly/two', '2023-05-04T10:30:00.000Z'],
      ['https://bit.ly/one', '2024-01-01T00:00:00.000Z'],
      ['https://bit.ly/three', null],
    ])
    expect(await csvOf()).toContain('https://bit.ly/one,2024-01-01T00:00:00.000Z')
  })

  it('rows without a host are kept once their host is entered', async () => {
    const sink = JSON.stringify({
      links: [
        { id: 'x1', slug: 'sale', url: 'https://shop.example.com/sale', createdAt: 1_704_067_200 },
        { id: 'x2', slug: 'new', url: 'https://shop.example.com/new', createdAt: 1_704_067_200 },
      ],
    })
    const id = await uploadText(app, sink)
    expect(await app.get('imports.preview', { id, ...target })).toMatchObject({
      hostless: 2,
      counts: { new: 2, references: 0 },
    })
    const withHost = { ...target, host: 'go.acme.example' }
    expect(await app.get('imports.preview', { id, ...withHost })).toMatchObject({
      hostless: 2,
      counts: { new: 0, references: 2 },
    })
    const { job } = await app.get('imports.run', { id, ...withHost, keepReferences: true })
    await waitForJob(app, job)
    expect((await list()).map(({ link, knownCreatedAt }) => [link, knownCreatedAt]).toSorted()).toEqual([
      ['https://go.acme.example/new', '2024-01-01T00:00:00.000Z'],
      ['https://go.acme.example/sale', '2024-01-01T00:00:00.000Z'],
    ])
    expect(await app.problem('imports.preview', { id, ...target, host: 'a/b' })).toMatchObject({
      code: 'invalid_input',
    })
  })
})

describe('links of other services', () => {
  it('links of other services are skipped unless the user keeps them, and a preview counts them', async () => {
    const id = await uploadText(app, bitly)
    const { counts } = await app.get('imports.preview', { id, ...target })
    expect(counts).toEqual({ new: 0, known: 1, foreign: 2, references: 2, invalid: 0 })
    expect(await run(bitly, false)).toMatchObject({ counts: { new: 0, foreign: 2, references: 0 } })
    expect(await list()).toEqual([])
  })

  it('links of other services are kept once, as in the file, without a request to any service', async () => {
    expect(await run(bitly)).toMatchObject({
      state: 'finished',
      counts: { new: 0, known: 1, foreign: 0, references: 2, invalid: 0 },
    })
    expect(await run(bitly)).toMatchObject({ counts: { known: 3, foreign: 0, references: 0 } })
    const rows = await list()
    expect(rows).toHaveLength(2)
    expect(rows.find(({ path }) => path === '3abc')).toMatchObject({
      ...{ state: 'reference', link: 'https://bit.ly/3abc', profileName: 'bit.ly', title: 'Spring sale' },
      ...{ destination: 'https://shop.example.com/sale?a=1', campaign: 'spring', tags: ['shop', 'sale'] },
      ...{ added: true, checkedAt: null, knownCreatedAt: '2024-01-01T00:00:00.000Z' },
    })
    // Shlink separates tags by a bar.
    expect(rows.find(({ path }) => path === 'x')?.tags).toEqual(['one', 'two'])
    // A user name could make the host look like another.
    expect(rows.find(({ path }) => path === 'x')?.link).toBe('https://go.acme.example/x')
    expect(service.requests).toEqual([])
  })

  it('links of other services are found and filtered, but belong to no environment and no profile of ours', async () => {
    await run(bitly)
    const paths = async (view: CallInput<'library.search'>['view']) =>
      (await list(view)).map(({ path }) => path)
    expect(await paths({ states: ['reference'] })).toHaveLength(2)
    expect(await paths({ search: 'is:reference spring' })).toEqual(['3abc'])
    expect(await paths({ search: 'profile:bit.ly' })).toEqual(['3abc'])
    for (const view of [
      { states: ['created' as const] },
      { states: ['failed' as const] },
      { environment: 'production' as const },
      { profileId: target.profileId },
    ]) {
      expect(await paths(view)).toEqual([])
    }
    const facets = async (name: 'environment' | 'state') =>
      (await app.get('library.facets', { of: name, view: {} })).values
    expect(await facets('environment')).toEqual([])
    expect(await facets('state')).toEqual([{ value: 'reference', count: 2 }])
  })

  it('links of other services are never looked up, checked, counted or suggested', async () => {
    await run(bitly)
    const ids = (await list()).map(({ id }) => id)
    expect(await app.get('checks.many', { which: { ids } })).toEqual({ links: 0, job: null })
    expect(await app.call('checks.one', { id: ids[0] ?? '' })).toMatchObject({ ok: false })
    expect(await app.get('visits.ofLinks', { ids })).toEqual({ lines: {}, problem: null })
    const known = { links: [{ path: '3abc', host: 'bit.ly' }], prefer: target }
    expect(await app.get('links.known', known)).toMatchObject([
      [{ link: 'https://bit.ly/3abc', state: 'reference' }],
    ])
    expect(service.requests).toEqual([])
  })

  it('links of other services return after a removal, and from an export into an empty library', async () => {
    await run(bitly)
    const rowsBefore = await list()
    const { links, undo } = await app.get('library.remove', { which: { view: {} } })
    expect(links).toBe(2)
    expect(await list()).toEqual([])
    await app.get('library.undo', { changeId: undo })
    expect(await list()).toEqual(rowsBefore)
    const file = await exportAsText(app, { which: { everything: true }, format: { kind: 'json' } })
    const csv = await exportAsText(app, {
      which: { view: {} },
      format: { kind: 'csv', columns: ['link', 'title', 'state', 'environment', 'profile'] },
    })
    expect(csv).toContain('https://bit.ly/3abc,Spring sale,reference,,bit.ly')
    expect(csv).toContain(`'=SUM(A1)`)
    const other = await temporaryFolder()
    const otherApp = await startApp(other)
    try {
      const { job } = await otherApp.get('imports.run', { id: await uploadText(otherApp, file), ...target })
      expect(await waitForJob(otherApp, job)).toMatchObject({ counts: { new: 2, invalid: 0 } })
      expect((await otherApp.get('library.search', { view: {} })).rows).toEqual(rowsBefore)
    } finally {
      await otherApp.core.close()
      await removeFolder(other)
    }
  })
})
