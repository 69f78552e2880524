import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { imageError } from '../../../contract/service/link/imageError.ts'
import { createProject } from '../../../service/keys/issue.ts'
import { defaultTerms } from '../../../service/store/projects/projectTerms.ts'
import { runAdminInProcess } from '../admin/admin.ts'
import { setTerms } from '../setTerms.ts'
import { startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'
import { agents } from './visitors.ts'

const image = 'https://images.example.com/a.png?w=1&h=2'
const withPreview = {
  title: 'Sale',
  show_preview_ios: true,
  desktop_custom_redirect: { url: 'https://a.example/' },
}

let service: TestService
beforeAll(async () => void (service = await startTestService()))
afterAll(() => service.stop())

const runAdmin = (...args: string[]) =>
  runAdminInProcess({ DATABASE_URL: `sqlite://${service.file}`, LINK_ORIGIN: service.origin }, ...args)

/** Runs an operator's command that succeeds. */
async function admin(...args: string[]) {
  const result = await runAdmin(...args)
  expect(result).toMatchObject({ status: 0, error: '' })
  return result.lines
}

describe('the image of a link', () => {
  const visit = async (path: string, agent: string) => {
    const response = await service.visit(path, agent)
    return { page: await response.text(), policy: response.headers.get('content-security-policy') }
  }

  it('is stored, returned, changed and removed, and missing without one', async () => {
    expect(await service.lookup(await service.create({}))).toMatchObject({ image: null })
    const path = await service.create({ image })
    expect(await service.lookup(path)).toMatchObject({ image })
    const change = async (value: string | null) => {
      const { headers } = await service.ask(`/link/${path}`)
      return await service.ask(`/link/${path}`, {
        method: 'PATCH',
        body: JSON.stringify({ image: value }),
        headers: { 'Content-Type': 'application/merge-patch+json', 'If-Match': headers.get('etag') ?? '' },
      })
    }
    const other = 'https://images.example.com/b.png'
    expect(await (await change(other)).json()).toMatchObject({
      link: { image: other },
      change: { fields: { image: { from: image, to: other } } },
    })
    expect((await change('http://a.example/')).status).toBe(422)
    expect(await (await change(null)).json()).toMatchObject({ link: { image: null } })
  })

  it.each([
    ['http://images.example.com/a.png', /https/],
    ['https://user:pw@images.example.com/a.png', /user name/],
    ['https://10.0.0.1/a.png', /public host/],
    ['https://127.1/a.png', /public host/],
    ['https://[::1]/a.png', /public host/],
    ['https://8.8.8.8/a.png', /public host/],
    ['https://localhost/a.png', /public host/],
    ['https://printer.local./a.png', /public host/],
    ['https://intranet/a.png', /public host/],
    ["https://a.example;script-src'self'/a.png", /public host/],
    ['https://a.example,b/a.png', /public host/],
    [`https://a.example/${'x'.repeat(2_048)}`, /2,048/],
    ['data:image/svg+xml,<svg onload="alert(1)"/>', /data:/],
    ['//images.example.com/a.png', /https/],
    ['', /Enter/],
  ])('%s is refused', async (address, message) => {
    const response = await service.post({ image: address })
    expect(response.status).toBe(422)
    const { fields } = (await response.json()) as { fields: Record<string, string> }
    expect(fields['image']).toMatch(message)
    expect(imageError(address)).toBe(fields['image'])
  })

  it('is in the card of crawlers, escaped and in ASCII', async () => {
    const path = await service.create({
      ...withPreview,
      image: 'https://images.example.com/"><script>ü.png?a&b',
    })
    const { page, policy } = await visit(path, agents.crawler)
    const address = 'https://images.example.com/%22%3E%3Cscript%3E%C3%BC.png?a&amp;b'
    expect(page).toContain(`<meta property="og:image" content="${address}">`)
    expect(page).toContain(`<meta name="twitter:image" content="${address}">`)
    expect(page).toContain('<meta name="twitter:card" content="summary_large_image">')
    expect(page).not.toContain('<img')
    expect(policy).toContain('img-src data:;')
    expect((await visit(await service.create(withPreview), agents.crawler)).page).not.toContain('image"')
  })

  it('is on pages only if the project allows it, with its origin in the policy of that page alone', async () => {
    const path = await service.create({ ...withPreview, image })
    const bare = await service.create(withPreview)
    expect((await visit(path, agents.iphone)).page).not.toContain('<img')
    await admin('project', 'pages', service.project, '--images', 'on')
    await expect
      .poll(async () => (await visit(path, agents.iphone)).page)
      .toContain('<img class="image" src="https://images.example.com/a.png?w=1&amp;h=2" alt="">')
    expect((await visit(path, agents.iphone)).policy).toContain(
      'img-src data: https://images.example.com; base-uri',
    )
    for (const [one, agent] of [
      [bare, agents.iphone],
      ['missing', agents.desktop],
    ] as const)
      expect((await visit(one, agent)).policy).toContain('img-src data:; base-uri')
    expect(await admin('project', 'list')).toContainEqual(
      expect.objectContaining({ project: service.project, images: 'on' }),
    )
    await admin('project', 'pages', service.project, '--images', 'off')
    await expect.poll(async () => (await visit(path, agents.iphone)).page).not.toContain('<img')
  })

  it('is announced, and described in OpenAPI', async () => {
    const response = await service.ask('/openapi.json')
    expect(response.headers.get('link-service')).toMatch(/; image(;|$)/)
    const { paths } = (await response.json()) as { paths: Record<string, unknown> }
    expect(JSON.stringify(paths['/api/v1/sdk/generate_link'])).toContain('"image":{')
  })
})

describe('the pages of a project’s own host', () => {
  const answer = async (host: string, path: string) => {
    const response = await service.raw(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    const status = response.slice(9, 12)
    return `${status} ${/^location: (.*)\r$/im.exec(response)?.[1] ?? ''}`.trim()
  }
  const pages = (project: string, ...args: string[]) => admin('project', 'pages', project, ...args)

  async function addProject(...hosts: string[]): Promise<string> {
    const { project } = await createProject(service.store, 'Other')
    const both = { default: null, origins: hosts.map((host) => `https://${host}`) }
    await setTerms(service.store, project, {
      ...defaultTerms,
      domains: { production: both, development: both },
    })
    return project
  }

  let project: string
  beforeEach(async () => void (project = await addProject('brand.example')))

  it('lead where the project says, and on other hosts to the page of the service', async () => {
    expect(await answer('brand.example', '/')).toBe('404')
    await pages(
      project,
      '--homepage',
      'https://www.bücher.example',
      '--not-found',
      'https://www.brand.example/ö?x=1',
    )
    await expect.poll(() => answer('brand.example', '/')).toBe('302 https://www.xn--bcher-kva.example/')
    for (const path of ['/?a=1', '/%2F', '/.'])
      expect(await answer('BRAND.example', path)).toBe('302 https://www.xn--bcher-kva.example/')
    for (const path of ['/nothing', '/a/b?gclid=1'])
      expect(await answer('brand.example', path)).toBe('302 https://www.brand.example/%C3%B6?x=1')
    expect(await answer('brand.example', '/robots.txt')).toBe('200')
    expect(await answer('brand.example', '/api/nothing')).toBe('404')
    for (const host of ['other.example', new URL(service.origin).host])
      expect(await answer(host, '/')).toBe('404')
    await pages(project, '--homepage', 'none')
    await expect.poll(() => answer('brand.example', '/')).toBe('404')
    expect(await answer('brand.example', '/nothing')).toMatch(/^302/)
    await pages(project, '--not-found', 'none')
  })

  it('are those of the service if projects on the host disagree, or if the address is on a link host', async () => {
    const other = await addProject('shared.example')
    await addProject('shared.example', 'later.example')
    await pages(other, '--homepage', 'https://a.example/')
    const { project: third } = await createProject(service.store, 'Third')
    await setTerms(service.store, third, {
      ...defaultTerms,
      domains: {
        ...defaultTerms.domains,
        production: { default: null, origins: ['https://loop.example', 'https://fine.example'] },
      },
      pages: { homepage: 'https://fine.example/', notFound: 'https://a.example/', showsImages: false },
    })
    await expect.poll(() => answer('loop.example', '/x')).toBe('302 https://a.example/')
    expect(await answer('loop.example', '/')).toBe('404')
    expect(await answer('shared.example', '/')).toBe('404')
  })

  it.each([
    [['--homepage', 'ftp://a.example'], '--homepage must be an address'],
    [['--homepage', 'https://u:p@a.example'], '--homepage must be an address'],
    [['--not-found', 'https://brand.example/x'], '--not-found must not be on a link host'],
    [[], 'Nothing to set'],
    [['--images', 'yes'], '--images must be on or off'],
  ])('%j is refused', async (args, message) => {
    const result = await runAdmin('project', 'pages', project, ...args)
    expect(result.error).toContain(message)
    expect(result.status).not.toBe(0)
  })
})
