import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testAddress, testQuery } from '../../../contract/service/link/visits.ts'
import type { VisitsResponse } from '../../../contract/service/link/visits.ts'
import { startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'
import { agents, everywhere } from './visitors.ts'
import { setLinkActive } from '../setLinkActive.ts'

let service: TestService
beforeAll(async () => void (service = await startTestService()))
afterAll(() => service.stop())

type Send = (address: string) => Promise<unknown>

/** Visits a new link in these ways. Returns its visits once all of them are counted. */
async function countVisits(body: object, ...visits: Send[]): Promise<VisitsResponse['visits']> {
  const path = await service.create(body)
  for (const send of visits) await send(`${service.origin}/${path}`)
  const ask = async () => {
    const response = await service.ask(`/link/${path}/visits`)
    return ((await response.json()) as VisitsResponse).visits
  }
  await expect
    .poll(async () => {
      const { total, bots, tests } = await ask()
      return total + bots + tests
    })
    .toBe(visits.length)
  return await ask()
}

const visitWith =
  (agent: string, headers: Record<string, string> = {}, method = 'GET'): Send =>
  (address) =>
    fetch(address, { method, redirect: 'manual', headers: { 'User-Agent': agent, ...headers } })

describe('counting visits', () => {
  it('visits are counted by platform', async () => {
    const { iphone, android, desktop } = agents
    const visits = await countVisits(
      everywhere,
      visitWith(iphone),
      visitWith(android),
      visitWith(android),
      visitWith(desktop),
      visitWith('Mozilla/5.0 (PlayStation 5 3.03/SMT) AppleWebKit/605.1.15 (KHTML, like Gecko)'),
    )
    expect(visits).toMatchObject({ total: 5, bots: 0, cards: 0, tests: 0 })
    expect(visits.days).toMatchObject([
      {
        total: 5,
        platforms: { ios: 1, android: 2, desktop: 1, other: 1 },
        outcomes: { redirect: 5, preview: 0, landing: 0, inactive: 0 },
        referrers: { other: 0 },
      },
    ])
    expect(visits.since).toBe(visits.days[0]?.day)
    expect(visits.hours).toMatchObject([{ total: 5, platforms: { android: 2 } }])
  })

  it('visits are counted by their outcome', async () => {
    const withPreview = { ...everywhere, show_preview_ios: true }
    expect(await countVisits(withPreview, visitWith(agents.iphone), visitWith(agents.android))).toMatchObject(
      {
        days: [{ outcomes: { redirect: 1, preview: 1 } }],
      },
    )
    expect(await countVisits({ title: 'Nowhere' }, visitWith(agents.desktop))).toMatchObject({
      days: [{ outcomes: { landing: 1 } }],
    })
    const visitDeactivated: Send = async (address) => {
      await setLinkActive(service.store, new URL(address).pathname.slice(1), false, 1)
      await visitWith(agents.desktop)(address)
    }
    expect(await countVisits(everywhere, visitDeactivated)).toMatchObject({
      days: [{ outcomes: { inactive: 1, redirect: 0 } }],
    })
  })

  it('crawlers, HEAD requests and prefetches are counted as bots', async () => {
    const { desktop, crawler } = agents
    const visits = await countVisits(
      everywhere,
      visitWith(crawler),
      visitWith(crawler, {}, 'HEAD'),
      visitWith(desktop, {}, 'HEAD'),
      visitWith(desktop, { 'Sec-Purpose': 'prefetch;prerender' }),
      visitWith(desktop, { Purpose: 'prefetch' }),
      visitWith(desktop, { 'X-Moz': 'prefetch' }),
      visitWith(crawler, { Referer: 'https://a.example/' }),
    )
    expect(visits).toMatchObject({ total: 0, bots: 7, cards: 3, tests: 0 })
    expect(visits.days).toMatchObject([
      { total: 0, bots: 7, referrers: { other: 0 }, platforms: { desktop: 0 } },
    ])
  })

  it.each([
    [
      'search',
      'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    ],
    [
      'search',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 12_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.0 Mobile/15E148 Safari/604.1 (Applebot/0.1; +http://www.apple.com/go/applebot)',
    ],
    [
      'ai',
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
    ],
    ['script', 'curl/8.5.0'],
    ['script', 'python-requests/2.32.3'],
    ['script', 'Go-http-client/1.1'],
    ['script', 'okhttp/4.12.0'],
    ['other', ''],
    ['preview', agents.crawler],
  ] as const)('a program of the kind %s, %s, is a bot and not a person', async (kind, agent) => {
    const visits = await countVisits(everywhere, visitWith(agent), visitWith(agent, {}, 'HEAD'))
    const none = { preview: 0, search: 0, ai: 0, monitor: 0, script: 0, other: 0, unknown: 0 }
    expect(visits).toMatchObject({
      total: 0,
      bots: 2,
      days: [{ bots: 2, bot_kinds: { ...none, [kind]: 2 } }],
    })
  })

  it('a HEAD request and a prefetch of a browser are bots of another kind', async () => {
    const prefetch = visitWith(agents.iphone, { 'Sec-Purpose': 'prefetch' })
    const visits = await countVisits(everywhere, prefetch, visitWith(agents.desktop, {}, 'HEAD'))
    expect(visits.hours).toMatchObject([{ bots: 2, bot_kinds: { other: 2, unknown: 0 } }])
  })

  it('a link opened by the app is counted as a test', async () => {
    const testVisit: Send = (address) => visitWith(agents.desktop)(testAddress(address))
    const otherVisit: Send = (address) => visitWith(agents.desktop)(`${address}?no${testQuery}`)
    expect(await countVisits(everywhere, testVisit, testVisit, otherVisit)).toMatchObject({
      total: 1,
      tests: 2,
    })
  })

  it('visits are counted by the referring host, without its path', async () => {
    const from = (referrer: string) => visitWith(agents.desktop, { Referer: referrer })
    const visits = await countVisits(
      everywhere,
      from('https://news.example.org/article?session=secret'),
      from('https://News.Example.org'),
      from('https://bucher.example/'),
      from('https://192.0.2.1/'),
      visitWith(agents.desktop),
    )
    expect(visits.days[0]?.referrers).toEqual({ 'news.example.org': 2, 'bucher.example': 1, other: 1 })
  })

  it('a visit is not counted if there is no link', async () => {
    const before = await metric('redirect')
    await service.visit('nowhere')
    expect(await metric('redirect')).toBe(before)
  })
})

async function metric(outcome: string): Promise<number> {
  const text = await (await fetch(`${service.origin}/metrics`)).text()
  return Number(new RegExp(`^linkwright_visits_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(text)?.[1])
}

it('metrics have the totals by outcome', async () => {
  const before = await Promise.all(['redirect', 'card', 'bot', 'uncounted'].map(metric))
  await countVisits(
    everywhere,
    visitWith(agents.desktop),
    visitWith(agents.crawler),
    visitWith(agents.desktop, {}, 'HEAD'),
  )
  const after = await Promise.all(['redirect', 'card', 'bot', 'uncounted'].map(metric))
  expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([1, 1, 1, 0])
})

it('a service that counts no visits announces, reports and stores none', async () => {
  const uncountedService = await startTestService({ visits: null })
  const path = await uncountedService.create(everywhere)
  const response = await uncountedService.visit(path)
  expect([response.status, response.headers.get('link-service')]).toEqual([
    302,
    expect.not.stringContaining('visits'),
  ])
  expect((await uncountedService.ask(`/link/${path}/visits`)).status).toBe(404)
  expect((await uncountedService.ask('/visits', { method: 'POST', body: '{"paths":["a"]}' })).status).toBe(
    404,
  )
  expect(await (await fetch(`${uncountedService.origin}/metrics`)).text()).not.toContain(
    'linkwright_visits_total',
  )
  expect(await uncountedService.store.visits.scan({ link: -1, span: 1, start: 0 }, 10)).toEqual([])
  await uncountedService.stop()
})
