import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { visitLinesResponse, visitsResponse } from '../../../contract/service/link/visits.ts'
import type { VisitLinesResponse, VisitsResponse } from '../../../contract/service/link/visits.ts'
import { createProject } from '../../../service/keys/issue.ts'
import { countNames } from '../../../service/store/visits/visits.ts'
import type { CountName } from '../../../service/store/visits/visits.ts'
import { createReferrals } from '../store/referrals.ts'
import { readError, startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'

const hourMs = 3_600_000
const thisHour = Math.floor(Date.now() / hourMs)
const today = thisHour - (thisHour % 24)
const dayText = (daysAgo: number) => new Date((today - 24 * daysAgo) * hourMs).toISOString().slice(0, 10)

let service: TestService
beforeAll(async () => void (service = await startTestService()))
afterAll(() => service.stop())

let number = 0
/** Stores visits of a link in an hour, as if another process of the service had counted them. */
async function storeVisits(
  path: string,
  hour: number,
  counts: Partial<Record<CountName, number>>,
  hosts = {},
) {
  const id = (await service.store.findLink(path))?.id ?? 0
  await service.store.visits.add({
    writer: 'test',
    number: ++number,
    sentAt: Date.now(),
    hour,
    links: Float64Array.of(id),
    counts: Int32Array.from(countNames.map((name) => counts[name] ?? 0)),
    referrers: createReferrals(
      Object.entries<number>(hosts).map(([host, visits]) => ({ link: id, host, visits })),
    ),
  })
}

async function readVisits(path: string, query = ''): Promise<VisitsResponse['visits']> {
  const response = await service.ask(`/link/${path}/visits${query}`)
  const body = (await response.json()) as unknown
  expect(response.status).toBe(200)
  // The contract names every field of the answer.
  expect(visitsResponse.parse(body)).toEqual(body)
  return (body as VisitsResponse).visits
}

const create = () => service.create({ desktop_custom_redirect: { url: 'https://example.com/' } })

describe('GET /link/:link_path/visits (4.5)', () => {
  it('the report includes a link without visits', async () => {
    const empty = { total: 0, bots: 0, cards: 0, tests: 0, since: null, days: [], hours: [] }
    expect(await readVisits(await create())).toEqual(empty)
  })

  it('GET /link/:link_path/visits (4.5) returns the requested days, 30 by default, and all totals', async () => {
    const path = await create()
    await storeVisits(path, today - 29 * 24, { ios: 2, redirect: 2 }, { 'news.example.org': 2 })
    await storeVisits(path, today - 30 * 24, { desktop: 3, preview: 3, bots: 4, cards: 1, bots_preview: 1 })
    await storeVisits(path, today, { android: 1, redirect: 1, tests: 5 })
    const totals = { total: 6, bots: 4, cards: 1, tests: 5, since: dayText(30) }
    const days = (visits: VisitsResponse['visits']) => visits.days.map(({ day, total }) => [day, total])
    const defaultReport = await readVisits(path)
    expect(defaultReport).toMatchObject(totals)
    expect(days(defaultReport)).toEqual([
      [dayText(29), 2],
      [dayText(0), 1],
    ])
    const report = await readVisits(path, `?from=${dayText(30)}&to=${dayText(29)}`)
    expect(report).toMatchObject(totals)
    expect(report.days).toEqual([
      {
        ...{ day: dayText(30), total: 3, bots: 4, cards: 1, tests: 0 },
        bot_kinds: { preview: 1, search: 0, ai: 0, monitor: 0, script: 0, other: 0, unknown: 3 },
        platforms: { ios: 0, android: 0, desktop: 3, other: 0 },
        outcomes: { redirect: 0, preview: 3, landing: 0, inactive: 0 },
        referrers: { other: 0 },
      },
      {
        ...{ day: dayText(29), total: 2, bots: 0, cards: 0, tests: 0 },
        bot_kinds: { preview: 0, search: 0, ai: 0, monitor: 0, script: 0, other: 0, unknown: 0 },
        platforms: { ios: 2, android: 0, desktop: 0, other: 0 },
        outcomes: { redirect: 2, preview: 0, landing: 0, inactive: 0 },
        referrers: { 'news.example.org': 2, other: 0 },
      },
    ])
    expect(days(await readVisits(path, `?to=${dayText(1)}`))).toEqual([
      [dayText(30), 3],
      [dayText(29), 2],
    ])
  })

  it('GET /link/:link_path/visits (4.5) returns the last 48 hours for any number of days', async () => {
    const path = await create()
    await storeVisits(path, thisHour - 48, { ios: 1 })
    await storeVisits(path, thisHour - 47, { ios: 2 })
    await storeVisits(path, thisHour, { ios: 3 })
    const { hours } = await readVisits(path, '?from=2026-01-01&to=2026-01-02')
    expect(hours.map(({ hour, total }) => [Date.parse(hour) / hourMs, total])).toEqual([
      [thisHour - 47, 2],
      [thisHour, 3],
    ])
  })

  it('GET /link/:link_path/visits (4.5) names the 50 most frequent hosts of a day, and sums up the others', async () => {
    const path = await create()
    const hosts = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`h${String(index).padStart(2, '0')}.example`, index + 1]),
    )
    await storeVisits(path, thisHour, { ios: 1_830 }, { ...hosts, other: 7 })
    const referrers = Object.entries((await readVisits(path)).days[0]?.referrers ?? {})
    expect(referrers).toHaveLength(51)
    expect([referrers[0], referrers[49], referrers[50]]).toEqual([
      ['h59.example', 60],
      ['h10.example', 11],
      ['other', 62],
    ])
  })

  it.each([
    ['?from=yesterday', 'from', 'Must be a day such as 2026-11-01.'],
    ['?to=2026-02-30', 'to', 'Must be a day such as 2026-11-30.'],
    ['?from=2026-02-02&to=2026-02-01', 'from', 'Must not be after the last day.'],
    ['?from=2024-01-01&to=2026-02-01', 'from', 'Must be at most 365 days before the last day.'],
    ['?form=2026-02-01', 'form', 'Unknown field.'],
  ])('GET /link/:link_path/visits (4.5) refuses %s', async (query, field, sentence) => {
    const error = await readError(await service.ask(`/link/${await create()}/visits${query}`))
    expect(error).toMatchObject({ status: 422, code: 'invalid_field', fields: { [field]: sentence } })
  })

  it('GET /link/:link_path/visits (4.5) needs a key, and finds links of its project and environment only', async () => {
    const path = await create()
    await storeVisits(path, thisHour, { ios: 1 })
    const other = await createProject(service.store, 'Other')
    for (const headers of [{ 'PROJECT-KEY': other.key }, { ENVIRONMENT: 'development' }]) {
      const error = await readError(await service.ask(`/link/${path}/visits`, { headers }))
      expect(error).toMatchObject({ status: 404, code: 'link_not_found' })
    }
    const wrongKey = await service.ask(`/link/${path}/visits`, { headers: { 'PROJECT-KEY': 'lwk_no' } })
    expect(await readError(wrongKey)).toMatchObject({ status: 401 })
    const wrongMethod = await service.ask(`/link/${path}/visits`, { method: 'DELETE' })
    expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})

describe('POST /visits (4.5)', () => {
  const ask = (body: unknown, headers = {}) =>
    service.ask('/visits', { method: 'POST', body: JSON.stringify(body), headers })

  it('POST /visits (4.5) returns the total and the last 14 days of each existing link', async () => {
    const [busyPath, quietPath] = [await create(), await create()]
    await storeVisits(busyPath, today, { ios: 1, redirect: 1 })
    await storeVisits(busyPath, today - 13 * 24, { desktop: 2, redirect: 2, bots: 1 })
    await storeVisits(busyPath, today - 14 * 24, { desktop: 4, redirect: 4 })
    const response = await ask({ paths: [busyPath, quietPath, busyPath, 'nowhere', '__proto__'] })
    const body = (await response.json()) as VisitLinesResponse
    expect(visitLinesResponse.parse(body)).toEqual(body)
    expect(body).toEqual({
      from: dayText(13),
      to: dayText(0),
      visits: {
        [busyPath]: {
          total: 7,
          bots: 1,
          cards: 0,
          tests: 0,
          since: dayText(14),
          last: dayText(0),
          line: [2, ...Array<number>(12).fill(0), 1],
        },
        [quietPath]: {
          ...{ total: 0, bots: 0, cards: 0, tests: 0, since: null, last: null },
          line: Array<number>(14).fill(0),
        },
      },
    })
    const otherEnvironment = await ask({ paths: [busyPath] }, { ENVIRONMENT: 'development' })
    expect(await otherEnvironment.json()).toMatchObject({ visits: {} })
  })

  it('POST /visits (4.5) accepts 200 paths', async () => {
    const paths = Array.from({ length: 200 }, (_, index) => `path${index}`)
    expect((await ask({ paths })).status).toBe(200)
  })

  it.each([
    [{ paths: [] }, 'paths', 'Must have at least one path.'],
    [{ paths: Array(201).fill('a') }, 'paths', 'Must have at most 200 paths.'],
    [{ paths: [1] }, 'paths.0', 'Must be the path of a link.'],
    [{}, 'paths', 'Must be a list of paths.'],
  ])('POST /visits (4.5) refuses anything but a list of paths', async (body, field, sentence) => {
    expect(await readError(await ask(body))).toMatchObject({
      status: 422,
      code: 'invalid_field',
      fields: { [field]: sentence },
    })
  })

  it('POST /visits (4.5) refuses invalid JSON and requests without a key', async () => {
    const response = await service.ask('/visits', { method: 'POST', body: '{' })
    expect(await readError(response)).toMatchObject({ status: 400, code: 'malformed_json' })
    expect(await readError(await ask({ paths: ['a'] }, { 'PROJECT-KEY': undefined }))).toMatchObject({
      status: 401,
    })
  })
})

it('both visit calls count against the project’s request limit', async () => {
  const limitedService = await startTestService({ rateLimit: 1 })
  const statuses = [
    (await limitedService.ask('/link/none/visits')).status,
    (await limitedService.ask('/visits', { method: 'POST', body: '{"paths":["none"]}' })).status,
    (await limitedService.ask('/link/none/visits')).status,
  ]
  expect(statuses).toEqual([404, 200, 429])
  await limitedService.stop()
})
