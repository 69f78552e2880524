import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'
import { agents, everywhere, visitNew } from './visitors.ts'

let service: TestService
beforeAll(async () => void (service = await startTestService()))
afterAll(() => service.stop())

const createAndVisit = (body: object, agent: keyof typeof agents) => visitNew(service, body, agent)

describe('iOS / Android / anything else', () => {
  it('platforms go to their own url', async () => {
    expect(await createAndVisit(everywhere, 'iphone')).toMatchObject({
      status: 302,
      location: 'https://ios.example.com/app',
    })
    expect(await createAndVisit(everywhere, 'android')).toMatchObject({
      location: 'market://details?id=com.example',
    })
    expect(await createAndVisit(everywhere, 'desktop')).toMatchObject({
      location: 'https://example.com/sale?a=1#top',
    })
    expect((await service.visit(await service.create(everywhere), '')).headers.get('location')).toContain(
      '/sale',
    )
  })

  it('platforms without a url go to the desktop url', async () => {
    const body = { desktop_custom_redirect: everywhere.desktop_custom_redirect }
    expect(await createAndVisit(body, 'iphone')).toMatchObject({
      location: 'https://example.com/sale?a=1#top',
    })
    expect(await createAndVisit(body, 'android')).toMatchObject({
      location: 'https://example.com/sale?a=1#top',
    })
  })

  it('platforms without any url see a landing page with title and subtitle', async () => {
    const body = { title: 'Autumn sale', subtitle: 'Everything must go' }
    for (const agent of ['iphone', 'android', 'desktop'] as const) {
      const { status, page } = await createAndVisit(body, agent)
      expect(status).toBe(200)
      expect(page).toContain('<h1>Autumn sale</h1>')
      expect(page).toContain('<p>Everything must go</p>')
      expect(page).not.toContain('<a ')
    }
  })
})

describe('preview on for the platform', () => {
  const body = { ...everywhere, show_preview_ios: true, tracking_source: 'a&b' }

  it('a preview for the platform shows the card and a plain link to continue', async () => {
    const { status, page } = await createAndVisit(body, 'iphone')
    expect(status).toBe(200)
    expect(page).toContain('<h1>Autumn sale</h1>')
    expect(page).toContain('href="https://ios.example.com/app?utm_source=a%26b"')
    expect(page).not.toContain('<script')
  })

  it('a preview for the platform does not affect the others', async () => {
    expect((await createAndVisit(body, 'android')).status).toBe(302)
    expect((await createAndVisit({ ...body, show_preview_android: true }, 'desktop')).status).toBe(302)
  })

  it('a preview for the platform links to an app’s address unchanged', async () => {
    const { page } = await createAndVisit({ ...everywhere, show_preview_android: true }, 'android')
    expect(page).toContain('href="market://details?id=com.example"')
  })
})

describe('otherwise', () => {
  it('a redirect is a 302 without a Referer that no cache keeps', async () => {
    const { response, page } = await createAndVisit(everywhere, 'desktop')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page).toBe('')
  })

  it('characters that a header cannot contain are percent-encoded', async () => {
    const url = 'https://example.com/ä?q=🍂 x'
    const { location } = await createAndVisit({ desktop_custom_redirect: { url } }, 'desktop')
    expect(location).toBe('https://example.com/%C3%A4?q=%F0%9F%8D%82%20x')
  })

  it('a redirect never leads to a refused scheme, whatever an older database contains', async () => {
    const path = await service.create(everywhere)
    const [row] = (await service.store.scanLinks(-1, 10_000)).filter((link) => link.path === path)
    if (!row) throw new Error('The link is gone.')
    await service.store.putLinks([{ ...row, ios: { url: 'javascript:alert(1)', openApp: true } }])
    await vi.waitFor(
      async () => {
        const response = await service.visit(path, agents.iphone)
        expect(response.headers.get('location')).toBe('https://example.com/sale?a=1#top')
      },
      { timeout: 60_000 },
    )
  })
})

describe('tracking', () => {
  const tracking = { tracking_campaign: 'Herbst & mehr', tracking_source: 'x', tracking_medium: 'email' }
  it('tracking is added to web addresses that do not carry it already, and never to custom schemes', async () => {
    expect((await createAndVisit({ ...everywhere, ...tracking }, 'iphone')).location).toBe(
      'https://ios.example.com/app?utm_campaign=Herbst%20%26%20mehr&utm_source=x&utm_medium=email',
    )
    expect((await createAndVisit({ ...everywhere, ...tracking }, 'android')).location).toBe(
      'market://details?id=com.example',
    )
    const body = { desktop_custom_redirect: { url: 'https://example.com/?utm_source=own#f' } }
    expect((await createAndVisit({ ...body, ...tracking }, 'desktop')).location).toBe(
      'https://example.com/?utm_source=own&utm_campaign=Herbst%20%26%20mehr&utm_medium=email#f',
    )
  })
})
