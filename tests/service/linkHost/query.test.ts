import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultTerms } from '../../../service/store/projects/projectTerms.ts'
import { effort } from '../../effort.ts'
import { setTerms } from '../setTerms.ts'
import { startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'
import { agents } from './visitors.ts'

let service: TestService
beforeAll(async () => void (service = await startTestService()))
afterAll(() => service.stop())

const create = (url: string, rest: object = {}) =>
  service.create({ desktop_custom_redirect: { url }, ...rest })
const visit = async (path: string, agent = agents.desktop) => {
  const response = await service.visit(path, agent)
  return response.headers.get('location') ?? (await response.text())
}
const change = async (path: string, patch: object) => {
  const { headers } = await service.ask(`/link/${path}`)
  return await service.ask(`/link/${path}`, {
    method: 'PATCH',
    body: JSON.stringify(patch),
    headers: { 'Content-Type': 'application/merge-patch+json', 'If-Match': headers.get('etag') ?? '' },
  })
}

describe('the query of a visitor', () => {
  it('arrives at the destination, every time and on every platform', async () => {
    const path = await create('https://shop.example/?a=1#top', { tracking_source: 's' })
    for (const agent of [agents.desktop, agents.iphone, agents.desktop, agents.android]) {
      expect(await visit(`${path}?gclid=abc&utm_source=x&a=2`, agent)).toBe(
        'https://shop.example/?a=1&utm_source=s&gclid=abc#top',
      )
      expect(await visit(path, agent)).toBe('https://shop.example/?a=1&utm_source=s#top')
    }
  })

  it('arrives from the preview page, from a path with a tail, and without the mark of a test', async () => {
    const path = await create('https://shop.example/', { show_preview_ios: true })
    expect(await visit(`${path}?fbclid=1&b=2`, agents.iphone)).toContain(
      'href="https://shop.example/?fbclid=1&amp;b=2"',
    )
    expect(await visit(`${path}/?gclid=1`)).toBe('https://shop.example/?gclid=1')
    expect(await visit(`${path}?linkwright-test`)).toBe('https://shop.example/')
    expect(await visit(`${path}?a=1&linkwright-test`)).toBe('https://shop.example/?a=1')
  })

  it.each([
    'market://details?id=a',
    'https://apps.apple.com/app/id1',
    'https://files.example/a?X-Amz-Signature=y',
    'https://files.example/a?sig=y',
  ])('does not arrive at %s', async (url) => {
    expect(await visit(`${await create(url)}?gclid=1`)).toBe(url)
  })

  it('bytes outside ASCII arrive percent-encoded, and nothing else can be in the header', async () => {
    const path = await create('https://shop.example/')
    const bytes = Buffer.from(
      `GET /${path}?q=ä HTTP/1.1\r\nHost: x\r\nUser-Agent: Firefox/140\r\nConnection: close\r\n\r\n`,
    )
    expect(await service.raw(bytes)).toMatch(/^HTTP\/1\.1 (?:400|302)[^]*(?:q=%C3%A4\r\n|"error")/)
  })

  it('agrees with the parameters of the visit for any query', async () => {
    const path = await create('https://shop.example/?own=1')
    const word = fc.string({ unit: 'grapheme', maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(word, word), { maxLength: 4 }), async (pairs) => {
        const query = new URLSearchParams(
          pairs.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()]),
        )
        const location = new URL(await visit(`${path}?${query}`))
        expect(location.origin).toBe('https://shop.example')
        expect([...location.searchParams]).toEqual([
          ['own', '1'],
          ...[...query].filter(([name]) => name !== 'own'),
        ])
      }),
      { numRuns: effort(100) },
    )
  })
})

describe('pass_query', () => {
  it('a change switches a link off and on, in its history, and back to what the project says', async () => {
    const path = await create('https://shop.example/')
    const answer = await change(path, { pass_query: false })
    expect(await answer.json()).toMatchObject({
      link: { pass_query: false },
      change: { fields: { pass_query: { from: null, to: false } } },
    })
    await expect.poll(() => visit(`${path}?gclid=1`)).toBe('https://shop.example/')
    const { link } = (await (await service.ask(`/link/${path}?include=active_until`)).json()) as {
      link: object
    }
    expect(link).toMatchObject({ pass_query: false })
    await change(path, { pass_query: null })
    await expect.poll(() => visit(`${path}?gclid=1`)).toBe('https://shop.example/?gclid=1')
    expect((await change(path, { pass_query: 'no' })).status).toBe(422)
    expect(await service.lookup(path)).not.toHaveProperty('pass_query')
  })

  it('a project can switch it off for its links, except for those that say otherwise', async () => {
    const path = await create('https://shop.example/')
    const exception = await create('https://shop.example/')
    await change(exception, { pass_query: true })
    await setTerms(service.store, service.project, { ...defaultTerms, passesQuery: false })
    await expect.poll(() => visit(`${path}?gclid=1`), { timeout: 10_000 }).toBe('https://shop.example/')
    expect(await visit(`${exception}?gclid=1`)).toBe('https://shop.example/?gclid=1')
    await setTerms(service.store, service.project, defaultTerms)
    await expect
      .poll(() => visit(`${path}?gclid=1`), { timeout: 10_000 })
      .toBe('https://shop.example/?gclid=1')
  })
})
