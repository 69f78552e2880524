import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'
import { agents, everywhere } from './visitors.ts'

let service: TestService
beforeAll(async () => void (service = await startTestService()))
afterAll(() => service.stop())

const visit = (path: string) => service.visit(path, agents.desktop)

describe('what follows a path', () => {
  it.each([
    ...[
      '/',
      '.',
      ',',
      ')',
      '!',
      ';',
      ':',
      '?',
      "'",
      '"',
      '>',
      '%20',
      '//',
      '/.',
      ').',
      '%2F',
      '%2E',
      '%2C',
      '%29',
    ],
    ...[
      '%21',
      '%C2%A0',
      '%E2%80%8B',
      '%E2%80%8D',
      '%EF%BB%BF',
      '%E2%80%A6',
      '%E2%80%9D',
      '%F0%9F%91%8D',
      '%E3%80%82',
    ],
  ])('a link with %s after it leads to its destination at once', async (tail) => {
    const response = await visit((await service.create(everywhere)) + tail)
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      'https://example.com/sale?a=1#top',
    ])
  })

  it('other characters and parts after a path lead nowhere', async () => {
    const path = await service.create(everywhere)
    for (const tail of ['x', '/x', '-', '_', '/more/', '%00x'])
      expect((await visit(path + tail)).status).toBe(404)
    expect((await visit('.')).status).toBe(404)
  })

  it('a path made of punctuation only is answered like any unknown one', async () => {
    const { status } = await visit('nowhere')
    for (const path of ['!', ',,,', '%E2%80%8B'.repeat(500), '/'.repeat(2_000)])
      expect((await visit(path)).status).toBe(status)
  })
})

describe('the Location header', () => {
  const locationOf = async (url: string, rest: object = {}) => {
    const path = await service.create({ desktop_custom_redirect: { url }, ...rest })
    return { path, location: (await visit(path)).headers.get('location') }
  }

  it('has its host in punycode and nothing outside ASCII', async () => {
    expect((await locationOf('https://münchen.example/straße')).location).toBe(
      'https://xn--mnchen-3ya.example/stra%C3%9Fe',
    )
  })

  it('gives Google Play the tracking and the link in its referrer', async () => {
    const play = 'https://play.google.com/store/apps/details?id=com.example'
    const { path, location } = await locationOf(play, { tracking_source: 'news' })
    const referrer = new URLSearchParams(URL.parse(location ?? '')?.searchParams.get('referrer') ?? '')
    expect([...referrer]).toEqual([
      ['utm_source', 'news'],
      ['link', `${service.origin}/${path}`],
    ])
    expect(location).not.toContain('&utm_')
  })

  it('gives the App Store the campaign', async () => {
    const { location } = await locationOf('https://apps.apple.com/app/id1?pt=9', { tracking_campaign: 'c' })
    expect(location).toBe('https://apps.apple.com/app/id1?pt=9&ct=c&mt=8')
  })
})
