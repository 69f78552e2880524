import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { StoreUnavailableError } from '../../../service/store/storeErrors.ts'
import { startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'
import { agents, everywhere, visitNew } from './visitors.ts'
import { setLinkActive } from '../setLinkActive.ts'

let service: TestService
beforeAll(async () => void (service = await startTestService()))
afterAll(() => service.stop())

const createAndVisit = (body: object, agent: keyof typeof agents) => visitNew(service, body, agent)

describe('unknown path', () => {
  it.each(['none', '', 'a/b', '%00', '%F0%9F%8D%82', 'x'.repeat(5_000), '..%2f..%2fetc'])(
    'the unknown path /%s is a 404 page',
    async (path) => {
      const response = await service.visit(path)
      expect(response.status).toBe(404)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(await response.text()).toContain('This link does not exist')
    },
  )
})

describe('inactive link', () => {
  it('an inactive link is a 410 page for everyone immediately, and works again when switched on', async () => {
    const path = await service.create({ ...everywhere, title: 'A secret title' })
    // Twice: from the second visit on, the link is cached for a moment.
    for (const visit of [1, 2])
      expect((await service.visit(path, agents.iphone)).status, `visit ${visit}`).toBe(302)
    await setLinkActive(service.store, path, false)
    for (const agent of Object.values(agents)) {
      await vi.waitFor(async () => expect((await service.visit(path, agent)).status).toBe(410), {
        timeout: 60_000,
      })
    }
    expect(await (await service.visit(path)).text()).not.toContain('secret')
    await setLinkActive(service.store, path, true)
    await expect.poll(async () => (await service.visit(path, agents.iphone)).status).toBe(302)
  })
})

describe('social crawler', () => {
  it('a social crawler gets a page with OpenGraph and Twitter tags, whatever other visitors get', async () => {
    const { status, page, location } = await createAndVisit(
      { ...everywhere, show_preview_ios: true },
      'crawler',
    )
    expect([status, location]).toEqual([200, null])
    for (const tag of [
      '<meta property="og:type" content="website">',
      '<meta property="og:title" content="Autumn sale">',
      '<meta property="og:description" content="Everything must go">',
      '<meta name="description" content="Everything must go">',
      '<meta name="twitter:card" content="summary">',
      '<meta name="twitter:title" content="Autumn sale">',
      '<meta name="twitter:description" content="Everything must go">',
    ]) {
      expect(page).toContain(tag)
    }
    expect(page).toMatch(new RegExp(`<meta property="og:url" content="${service.origin}/\\w{11}">`))
  })

  it('a social crawler gets all text escaped', async () => {
    const { page } = await createAndVisit(
      { title: `"><script>alert('1')</script>`, subtitle: `'&amp;<!-- \u2028 </style>` },
      'crawler',
    )
    expect(page).toContain('content="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;"')
    expect(page).toContain('content="&#39;&amp;amp;&lt;!-- \u2028 &lt;/style&gt;"')
    expect(page).not.toContain('<script')
    expect(page.match(/<\/style>/g)).toHaveLength(1)
  })

  it('a social crawler gets meaningful tags for a link without a title, and no empty ones', async () => {
    const { page } = await createAndVisit({}, 'crawler')
    expect(page).toContain(`<meta property="og:title" content="A link from ${new URL(service.origin).host}">`)
    expect(page).not.toContain('description')
    expect(page).not.toContain('content=""')
  })
})

describe('every page', () => {
  it('every page is HTML that loads nothing, runs nothing and can’t be framed', async () => {
    const landing = await service.create({ title: 'Hi' })
    for (const path of [landing, 'none']) {
      const { headers } = await service.visit(path)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; base-uri 'none'/)
      expect(policy).toContain("frame-ancestors 'none'")
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('x-robots-tag')).toBe('noindex')
    }
  })

  it('every page answers HEAD like GET, without the body', async () => {
    const paths = [await service.create({ title: 'Hi' }), await service.create(everywhere), 'none']
    for (const path of paths) {
      const get = await service.visit(path)
      const head = await service.visit(path, 'curl/8', { method: 'HEAD' })
      expect([head.status, await head.text()]).toEqual([get.status, ''])
      for (const name of ['location', 'content-type', 'content-length', 'cache-control']) {
        expect(head.headers.get(name)).toBe(get.headers.get(name))
      }
    }
  })

  it('robots.txt lets crawlers draw cards and keeps them from the API', async () => {
    const response = await service.visit('robots.txt')
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await response.text()).toBe('User-agent: *\nDisallow: /api/\n')
  })

  it('favicon.ico is empty and doesn’t query the database', async () => {
    const findLink = vi.spyOn(service.store, 'findLink')
    expect((await service.visit('favicon.ico')).status).toBe(204)
    expect(findLink).not.toHaveBeenCalled()
  })
})

describe('database unreachable', () => {
  it('visitors get a 503 page with Retry-After while the database is unreachable', async () => {
    const findLink = vi.spyOn(service.store, 'findLink').mockRejectedValue(new StoreUnavailableError('gone'))
    try {
      const response = await service.visit('some-link')
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
      expect(await response.text()).toContain('cannot be opened right now')
    } finally {
      findLink.mockRestore()
    }
  })
})

describe('a bug', () => {
  it('visitors get an error page after a bug, even for a recently visited link, and the service continues', async () => {
    const path = await service.create(everywhere)
    const link = await service.store.findLink(path)
    const findLink = vi
      .spyOn(service.store, 'findLink')
      .mockResolvedValue({ ...link, tracking: null } as never)
    try {
      for (const visit of ['first', 'next']) {
        const response = await service.visit(path, agents.iphone)
        expect([visit, response.status]).toEqual([visit, 500])
        expect(await response.text()).toContain('cannot be opened right now')
      }
    } finally {
      findLink.mockRestore()
    }
    expect((await createAndVisit(everywhere, 'desktop')).status).toBe(302)
  })
})
