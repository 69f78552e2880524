import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { CallInput } from '../../../contract/app/calls/calls.ts'
import type { LibraryViewInput } from '../../../contract/app/library/view.ts'
import { testAddress } from '../../../contract/service/link/visits.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { readCsv } from '../harness/csv.ts'
import { createPage, exportAsText, exportTo } from '../harness/exports.ts'
import { readXlsx } from '../harness/readXlsx.ts'
import { connectProfile } from '../harness/profile.ts'
import { json, startServer } from '../harness/server.ts'
import type { TestServer } from '../harness/server.ts'

let folder: string
let app: App
let server: TestServer | null = null

beforeAll(async () => {
  folder = await temporaryFolder()
  app = await startApp(folder)
})
afterEach(async () => {
  await server?.stop()
  server = null
})
afterAll(async () => {
  await app.core.close()
  await removeFolder(folder)
})

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
const request = { title: 'Spring', ios_custom_redirect: { url: 'https://example.com/ios' } }

async function createLinkFor(profileId: string) {
  const target = { profileId, environment: 'development' } as const
  return await app.get('links.create', { id: randomUUID(), ...target, request })
}

const today = () => new Date().toISOString().slice(0, 10)

const visit = async (link: string | null) =>
  await fetch(link ?? '', {
    redirect: 'manual',
    headers: { 'user-agent': iphone, referer: 'https://News.example.org/page?secret=1' },
  })

it('visits of a link on this computer count people, and visits by the app count as tests', async () => {
  const { id: profileId, reportsVisits } = await app.get('profiles.tryLocal', {})
  expect(reportsVisits).toBe(true)
  const [first, second] = [await createLinkFor(profileId), await createLinkFor(profileId)]
  for (let count = 0; count < 3; count++) expect((await visit(first.link)).status).toBe(302)
  const tested = await visit(testAddress(first.link ?? ''))
  expect(tested.headers.get('location')).toBe('https://example.com/ios')
  const readVisits = async () => await app.get('visits.ofLink', { id: first.id })
  await expect.poll(readVisits).toMatchObject({ total: 3, tests: 1 })
  const visits = await readVisits()
  expect(visits).toMatchObject({ total: 3, bots: 0, tests: 1 })
  expect(visits?.days).toMatchObject([
    { total: 3, platforms: { ios: 3 }, outcomes: { redirect: 3 }, referrers: { 'news.example.org': 3 } },
  ])
  expect(visits?.hours.reduce((sum, { total }) => sum + total, 0)).toBe(3)
  const { lines, problem } = await app.get('visits.ofLinks', { ids: [first.id, second.id, randomUUID()] })
  expect(problem).toBeNull()
  expect(lines[first.id]).toMatchObject({ total: 3 })
  expect(lines[first.id]?.line.reduce((sum, count) => sum + count, 0)).toBe(3)
  expect(lines[second.id]).toMatchObject({ total: 0 })
  expect(Object.keys(lines)).toHaveLength(2)
  const { entries: all } = await app.get('activity.list', {})
  const entries = all.filter(({ operation }) => operation === 'visits')
  expect(entries.map(({ url }) => new URL(url).pathname)).toEqual([
    '/api/v1/sdk/visits',
    `/api/v1/sdk/link/${first.path ?? ''}/visits`,
  ])
})

it('visits are stored when they are read, and links are sorted and filtered by them', async () => {
  const { id: profileId } = await app.get('profiles.tryLocal', {})
  const create = async (name: string) => ({ name, ...(await createLinkFor(profileId)) })
  const created = [await create('quiet'), await create('some'), await create('many'), await create('unread')]
  const [quiet, some, many, unread] = created.map(({ id, link }) => ({ id, link }))
  const list = async (view: LibraryViewInput) => {
    const { rows } = await app.get('library.search', { view })
    return rows.flatMap((row) => created.find(({ id }) => id === row.id)?.name ?? [])
  }
  for (let count = 0; count < 11; count++) await visit(many?.link ?? null)
  for (let count = 0; count < 2; count++) await visit(some?.link ?? null)
  await expect.poll(async () => (await app.get('visits.ofLink', { id: some?.id ?? '' }))?.total).toBe(2)
  await app.get('visits.ofLinks', { ids: [quiet, some, many].map((link) => link?.id ?? '') })
  const { rows } = await app.get('library.search', { view: {} })
  expect(rows.find(({ id }) => id === many?.id)).toMatchObject({ visits: 11, lastVisit: today() })
  expect(rows.find(({ id }) => id === unread?.id)).toMatchObject({ visits: null, visitsAt: null })
  expect(await list({ sort: 'visits' })).toEqual(['many', 'some', 'quiet', 'unread'])
  expect(await list({ sort: 'openedOldest' })).toEqual(['quiet', 'many', 'some', 'unread'])
  expect(await list({ sort: 'opened' })).toEqual(['many', 'some', 'quiet', 'unread'])
  expect(await list({ notOpenedSince: today() })).toEqual(['quiet'])
  const before = await app.get('visits.coverage', { view: { notOpenedSince: today() } })
  expect(before.known).toBeLessThan(before.links)

  const readAll = async (input: CallInput<'visits.readAll'>) => {
    const { job } = await app.get('visits.readAll', input)
    const findJob = async () => (await app.get('jobs.list', {})).find(({ id }) => id === job)
    await expect.poll(async () => (await findJob())?.state).toBe('finished')
    return (await findJob())?.counts['known'] ?? 0
  }
  expect(await readAll({ view: { notOpenedSince: today() }, skipRecent: true })).toBeGreaterThan(0)
  expect(await list({ notOpenedSince: today() })).toEqual(['unread', 'quiet'])
  const after = await app.get('visits.coverage', { view: {} })
  expect(after).toMatchObject({ links: before.links, known: before.links })

  // A pressed Read all also reads counts that are a few seconds old.
  for (let count = 0; count < 20; count++) await visit(quiet?.link ?? null)
  await expect.poll(async () => (await app.get('visits.ofLink', { id: quiet?.id ?? '' }))?.total).toBe(20)
  expect(await readAll({ view: {}, skipRecent: true })).toBe(0)
  expect(await list({ sort: 'visits' })).toEqual(['many', 'some', 'unread', 'quiet'])
  expect(await readAll({ view: {} })).toBe(before.links)
  expect(await list({ sort: 'visits' })).toEqual(['quiet', 'many', 'some', 'unread'])

  await app.core.close()
  app = await startApp(folder)
  expect(await list({ sort: 'visits' })).toEqual(['quiet', 'many', 'some', 'unread'])
})

it('campaigns have the links, visits and last visit of each environment', async () => {
  const { id: profileId } = await app.get('profiles.tryLocal', {})
  const create = async (environment: 'production' | 'development') =>
    await app.get('links.create', {
      id: randomUUID(),
      ...{ profileId, environment },
      request: { ...request, tracking_campaign: 'autumn' },
    })
  const first = await create('development')
  await create('development')
  await create('production')
  await visit(first.link)
  await expect.poll(async () => (await app.get('visits.ofLink', { id: first.id }))?.total).toBe(1)
  await app.get('visits.ofLinks', { ids: [first.id] })
  const { campaigns } = await app.get('library.campaigns', {})
  const shared = { name: 'autumn', profileId }
  expect(campaigns).toMatchObject([
    { ...shared, environment: 'production', links: 1, known: 0, people: 0, lastVisit: null },
    { ...shared, environment: 'development', links: 2, known: 1, people: 1, lastVisit: today() },
  ])
})

it('visits are a column of an exported table if they are known, as CSV and XLSX', async () => {
  const { id: profileId } = await app.get('profiles.tryLocal', {})
  const [visited, quiet] = [await createLinkFor(profileId), await createLinkFor(profileId)]
  for (let count = 0; count < 3; count++) await visit(visited.link)
  await expect.poll(async () => (await app.get('visits.ofLink', { id: visited.id }))?.total).toBe(3)
  const failingServer = await startServer((incoming, response) => {
    response.setHeader('Link-Service', 'linkwright/9.9.9; visits')
    if (incoming.url?.includes('/visits')) json(response, 500, { error: 'Oh.' })
    else json(response, 200, { link: 'https://other.example/abc', id: 'abc' })
  })
  onTestFinished(() => failingServer.stop())
  const other = await connectProfile(app, failingServer.origin)
  const silent = await createLinkFor(other.profileId)
  const which = { ids: [visited.id, silent.id, quiet.id] }
  const columns = ['visits', 'id'] as const
  const exportInput = { which, format: { kind: 'csv', columns } } as const
  const text = await exportAsText(app, exportInput)
  expect(readCsv(text)).toEqual([
    ['Visits', 'ID'],
    ['3', visited.id],
    ['', silent.id],
    ['0', quiet.id],
  ])
  const { id, counts } = await exportTo(app, { which, format: { kind: 'xlsx', columns } })
  expect(counts).toEqual({ links: 3, left: 0, unanswered: 1 })
  const answer = await createPage(app)(`/export/${id}`)
  expect(await readXlsx(Buffer.from(await answer.arrayBuffer()))).toEqual({
    Links: [
      ['Visits', 'ID'],
      ['3', visited.id],
      ['', silent.id],
      ['0', quiet.id],
    ],
  })
  // A table without the column requests no visits.
  expect((await exportTo(app, { which, format: { kind: 'csv', columns: ['id'] } })).counts).toEqual({
    links: 3,
    left: 0,
  })
})

it('visits are not requested from a service that does not announce them', async () => {
  const urls: string[] = []
  server = await startServer((incoming, response) => {
    urls.push(incoming.url ?? '')
    json(response, 200, { link: 'https://other.example/abc', id: 'abc' })
  })
  const { profileId } = await connectProfile(app, server.origin)
  const record = await createLinkFor(profileId)
  urls.length = 0
  expect(await app.get('visits.ofLink', { id: record.id })).toBeNull()
  expect(await app.get('visits.ofLinks', { ids: [record.id] })).toEqual({ lines: {}, problem: null })
  expect(urls).toEqual([])
})

it('visits of a service that announces them are requested, and an invalid answer is a problem', async () => {
  server = await startServer((incoming, response) => {
    response.setHeader('Link-Service', 'linkwright/9.9.9; other; visits')
    if (incoming.url?.includes('/visits')) json(response, 200, { visits: { total: 'many' } })
    else json(response, 200, { link: 'https://other.example/abc', id: 'abc' })
  })
  const { profileId } = await connectProfile(app, server.origin)
  const record = await createLinkFor(profileId)
  const state = await app.get('app.state', {})
  expect(state.profiles.find(({ id }) => id === profileId)).toMatchObject({ reportsVisits: true })
  expect(await app.call('visits.ofLink', { id: record.id })).toMatchObject({
    ok: false,
    problem: { code: 'answer_unreadable' },
  })
  expect(await app.get('visits.ofLinks', { ids: [record.id] })).toMatchObject({
    lines: {},
    problem: { code: 'answer_unreadable' },
  })
  await app.core.close()
  app = await startApp(folder)
  const nextState = await app.get('app.state', {})
  expect(nextState.profiles.find(({ id }) => id === profileId)).toMatchObject({ reportsVisits: true })
})
