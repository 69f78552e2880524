import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { StoreUnavailable } from '../../../service/store/unavailable.ts'
import { startTestService } from '../running.ts'
import type { TestService } from '../running.ts'

let service: TestService
beforeAll(async () => void (service = await startTestService()))
afterAll(() => service.stop())

const agents = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  android:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
  desktop:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
  crawler: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
}
const everywhere = {
  title: 'Autumn sale',
  subtitle: 'Everything must go',
  ios_custom_redirect: { url: 'https://ios.example.com/app' },
  android_custom_redirect: { url: 'market://details?id=com.example' },
  desktop_custom_redirect: { url: 'https://example.com/sale?a=1#top' },
}
const visited = async (body: object, agent: keyof typeof agents) => {
  const answer = await service.visit(await service.create(body), agents[agent])
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    page: await answer.text(),
    answer,
  }
}

describe('unknown path', () => {
  it.each(['none', '', 'a/b', 'favicon.ico', '%00', '%F0%9F%8D%82', 'x'.repeat(5_000), '..%2f..%2fetc'])(
    '/%s is a 404 page',
    async (path) => {
      const answer = await service.visit(path)
      expect(answer.status).toBe(404)
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(await answer.text()).toContain('This link does not exist')
    },
  )
})

describe('inactive link', () => {
  it('is a 410 page for everyone, at once, and works again when it is switched on', async () => {
    const path = await service.create({ ...everywhere, title: 'A secret title' })
    expect((await service.visit(path, agents.iphone)).status).toBe(302)
    await service.store.setLinkActive(path, false, Date.now())
    for (const agent of Object.values(agents)) {
      await vi.waitFor(async () => expect((await service.visit(path, agent)).status).toBe(410), {
        timeout: 1_000,
      })
    }
    expect(await (await service.visit(path)).text()).not.toContain('secret')
    await service.store.setLinkActive(path, true, Date.now())
    await vi.waitFor(async () => expect((await service.visit(path, agents.iphone)).status).toBe(302))
  })
})

describe('social crawler', () => {
  it('gets a page with OpenGraph and Twitter tags, whatever the link does for others', async () => {
    const { status, page, location } = await visited({ ...everywhere, show_preview_ios: true }, 'crawler')
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

  it('gets all text escaped', async () => {
    const { page } = await visited(
      { title: `"><script>alert('1')</script>`, subtitle: `'&amp;<!-- \u2028 </style>` },
      'crawler',
    )
    expect(page).toContain('content="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;"')
    expect(page).toContain('content="&#39;&amp;amp;&lt;!-- \u2028 &lt;/style&gt;"')
    expect(page).not.toContain('<script')
    expect(page.match(/<\/style>/g)).toHaveLength(1)
  })

  it('gets tags that say something when the link has no title, and none that are empty', async () => {
    const { page } = await visited({}, 'crawler')
    expect(page).toContain(`<meta property="og:title" content="A link from ${new URL(service.origin).host}">`)
    expect(page).not.toContain('description')
    expect(page).not.toContain('content=""')
  })
})

describe('iOS / Android / anything else', () => {
  it('go to their own url', async () => {
    expect(await visited(everywhere, 'iphone')).toMatchObject({
      status: 302,
      location: 'https://ios.example.com/app',
    })
    expect(await visited(everywhere, 'android')).toMatchObject({
      location: 'market://details?id=com.example',
    })
    expect(await visited(everywhere, 'desktop')).toMatchObject({
      location: 'https://example.com/sale?a=1#top',
    })
    expect((await service.visit(await service.create(everywhere), '')).headers.get('location')).toContain(
      '/sale',
    )
  })

  it('without one, go to the desktop url', async () => {
    const body = { desktop_custom_redirect: everywhere.desktop_custom_redirect }
    expect(await visited(body, 'iphone')).toMatchObject({ location: 'https://example.com/sale?a=1#top' })
    expect(await visited(body, 'android')).toMatchObject({ location: 'https://example.com/sale?a=1#top' })
  })

  it('without any, see a landing page with title and subtitle', async () => {
    const body = { title: 'Autumn sale', subtitle: 'Everything must go' }
    for (const agent of ['iphone', 'android', 'desktop'] as const) {
      const { status, page } = await visited(body, agent)
      expect(status).toBe(200)
      expect(page).toContain('<h1>Autumn sale</h1>')
      expect(page).toContain('<p>Everything must go</p>')
      expect(page).not.toContain('<a ')
    }
  })
})

describe('preview on for the platform', () => {
  const body = { ...everywhere, show_preview_ios: true, tracking_source: 'a&b' }

  it('shows the card and a plain link to go on', async () => {
    const { status, page } = await visited(body, 'iphone')
    expect(status).toBe(200)
    expect(page).toContain('<h1>Autumn sale</h1>')
    expect(page).toContain('href="https://ios.example.com/app?utm_source=a%26b"')
    expect(page).not.toContain('<script')
  })

  it('leaves the other platforms alone', async () => {
    expect((await visited(body, 'android')).status).toBe(302)
    expect((await visited({ ...body, show_preview_android: true }, 'desktop')).status).toBe(302)
  })

  it('leads to an address of an app as it is', async () => {
    const { page } = await visited({ ...everywhere, show_preview_android: true }, 'android')
    expect(page).toContain('href="market://details?id=com.example"')
  })
})

describe('otherwise', () => {
  it('302, never kept by a cache, and without a word about where the visitor came from', async () => {
    const { answer, page } = await visited(everywhere, 'desktop')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page).toBe('')
  })

  it('what a header cannot carry is percent-encoded', async () => {
    const url = 'https://example.com/ä?q=🍂 x'
    const { location } = await visited({ desktop_custom_redirect: { url } }, 'desktop')
    expect(location).toBe('https://example.com/%C3%A4?q=%F0%9F%8D%82%20x')
  })

  it('is never to a refused scheme, whatever an older database holds', async () => {
    const path = await service.create(everywhere)
    const [row] = (await service.store.scanLinks(-1, 10_000)).filter((link) => link.path === path)
    if (!row) throw new Error('The link is gone.')
    await service.store.putLinks([{ ...row, ios: { url: 'javascript:alert(1)', openApp: true } }])
    await vi.waitFor(async () => {
      const answer = await service.visit(path, agents.iphone)
      expect(answer.headers.get('location')).toBe('https://example.com/sale?a=1#top')
    })
  })
})

describe('tracking', () => {
  const tracking = { tracking_campaign: 'Herbst & mehr', tracking_source: 'x', tracking_medium: 'email' }
  it('is added to web addresses that do not carry it already, and never to custom schemes', async () => {
    expect((await visited({ ...everywhere, ...tracking }, 'iphone')).location).toBe(
      'https://ios.example.com/app?utm_campaign=Herbst%20%26%20mehr&utm_source=x&utm_medium=email',
    )
    expect((await visited({ ...everywhere, ...tracking }, 'android')).location).toBe(
      'market://details?id=com.example',
    )
    const carried = { desktop_custom_redirect: { url: 'https://example.com/?utm_source=own#f' } }
    expect((await visited({ ...carried, ...tracking }, 'desktop')).location).toBe(
      'https://example.com/?utm_source=own&utm_campaign=Herbst%20%26%20mehr&utm_medium=email#f',
    )
  })
})

describe('every page', () => {
  it('is HTML that loads nothing, runs nothing and is framed by no one', async () => {
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

  it('answers HEAD as GET, without the page', async () => {
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
    const answer = await service.visit('robots.txt')
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await answer.text()).toBe('User-agent: *\nDisallow: /api/\n')
  })
})

describe('database unreachable', () => {
  it('visitors see a page that says so, 503 with Retry-After', async () => {
    const findLink = vi.spyOn(service.store, 'findLink').mockRejectedValue(new StoreUnavailable('gone'))
    try {
      const answer = await service.visit('some-link')
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
      expect(await answer.text()).toContain('cannot be opened right now')
    } finally {
      findLink.mockRestore()
    }
  })
})
