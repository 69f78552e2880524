import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createProject } from '../../../service/keys/issue.ts'
import { readDatabaseUrl } from '../../../service/settings/database.ts'
import { openStore } from '../../../service/store/open.ts'
import { defaultTerms } from '../../../service/store/projects/projectTerms.ts'
import { setTerms } from '../setTerms.ts'
import { readError, startTestService } from '../testService.ts'
import type { LinkDomains } from '../../../service/store/projects/projectTerms.ts'
import type { TestService } from '../testService.ts'
import { engines } from '../store/engines.ts'
import type { Databases } from '../store/engines.ts'

const defaultOrigin = 'https://links.example.com'
const projectOrigin = 'https://go.example.com'
const laterOrigin = 'https://later.example.com'
const sameInBoth = (domains: LinkDomains) => ({ production: domains, development: domains })
/** A setting takes effect within a second or two; a slow machine may need longer. */
const waitOptions = { timeout: 30_000 }

describe.each(engines.filter(({ missing }) => missing === null))('link origins in $name', ({ start }) => {
  let databases: Databases
  let service: TestService
  /** A project with `projectOrigin` as its origin. The service's first project has none. */
  let shop: { project: string; key: string }
  beforeAll(async () => {
    databases = await start()
    const store = await openStore(readDatabaseUrl('test', await databases.create()))
    service = await startTestService({ store, linkOrigin: defaultOrigin })
    shop = await createProject(store, 'Shop')
    await setOrigins(projectOrigin)
  })
  afterAll(async () => {
    await service.stop()
    await databases.remove()
  })

  /** The first one is for new links. */
  const setOrigins = (...linkOrigins: string[]) =>
    setTerms(service.store, shop.project, {
      ...defaultTerms,
      domains: sameInBoth({ default: linkOrigins[0] ?? null, origins: [projectOrigin, ...linkOrigins] }),
      setAt: Date.now(),
    })
  const buildShopHeaders = (headers = {}) => ({ 'PROJECT-KEY': shop.key, ...headers })
  const createLink = async (body: object, headers = buildShopHeaders()) =>
    ((await (await service.post(body, headers)).json()) as { link: string }).link
  const getPath = (link: string) => new URL(link).pathname

  /** Requests a path with a Host header, like a browser that has resolved the host to the service's address. */
  const visitHost = (host: string, path: string) =>
    new Promise<{ status: number; location: string | undefined; text: string }>((resolve, reject) => {
      const clientRequest = request(`${service.origin}${path}`, { headers: { host } }, (response) => {
        let text = ''
        response.on('data', (part: Buffer) => (text += part.toString()))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, location: response.headers.location, text }),
        )
      })
      clientRequest.on('error', reject).end()
    })
  const getStatus = async (host: string, path: string) => (await visitHost(host, path)).status

  it('the links of a project begin with its own origin, in creates and in lookups', async () => {
    const link = await createLink({ title: 'Own' })
    expect(link).toMatch(/^https:\/\/go\.example\.com\/\w{11}$/)
    const lookup = await service.lookup(getPath(link).slice(1), buildShopHeaders())
    expect(lookup).toMatchObject({ access_path: link, path: getPath(link).slice(1) })
    expect(await createLink({ title: 'Usual' }, {} as never)).toMatch(/^https:\/\/links\.example\.com\//)
  })

  it('a link keeps its origin when the project gets another one, and when its create is repeated', async () => {
    const headers = buildShopHeaders({ 'Idempotency-Key': 'once' })
    const link = await createLink({ title: 'Kept' }, headers)
    await setOrigins(laterOrigin)
    await vi.waitFor(async () => expect(await createLink({})).toMatch(/^https:\/\/later\./), waitOptions)
    expect(await createLink({ title: 'Kept' }, headers)).toBe(link)
    expect(await service.lookup(getPath(link).slice(1), buildShopHeaders())).toMatchObject({
      access_path: link,
    })
    await setOrigins()
    await vi.waitFor(async () => expect(await createLink({})).toMatch(/^https:\/\/links\./), waitOptions)
    expect(await service.lookup(getPath(link).slice(1), buildShopHeaders())).toMatchObject({
      access_path: link,
    })
    await setOrigins(projectOrigin)
    await vi.waitFor(async () => expect(await createLink({})).toMatch(/^https:\/\/go\./), waitOptions)
  })

  it('a link opens on its own host and on the default one, and its page shows its own host', async () => {
    const link = await createLink({ title: 'Page' })
    for (const host of [
      'other.example.com',
      '127.0.0.1',
      'x@go.example.com',
      'go.example.com/',
      'go.example.com?',
    ])
      expect([host, await getStatus(host, getPath(link))]).toEqual([host, 404])
    for (const host of ['go.example.com', 'links.example.com']) {
      const { status, text } = await visitHost(host, getPath(link))
      expect([host, status]).toEqual([host, 200])
      expect(text).toContain('go.example.com')
      expect(text).not.toContain('links.example.com')
    }
    const target = { url: 'https://example.com/' }
    const redirected = getPath(await createLink({ desktop_custom_redirect: target }))
    expect(await visitHost('go.example.com', redirected)).toMatchObject({ status: 302, location: target.url })
  })

  it('a project’s host opens no other project’s links in any spelling; unknown hosts open links of the default origin', async () => {
    const path = getPath(await createLink({ title: 'Of another project' }, {} as never))
    await vi.waitFor(async () => expect(await getStatus('go.example.com', path)).toBe(404), waitOptions)
    for (const host of ['GO.example.com', 'go.example.com.', 'go.example.com:443', 'go.example.com.:443'])
      expect([host, await getStatus(host, path)]).toEqual([host, 404])
    expect((await visitHost('go.example.com', path)).text).toContain('go.example.com')
    for (const host of ['links.example.com', 'other.example.com', '[', '127.0.0.1'])
      expect([host, await getStatus(host, path)]).toEqual([host, 200])
  })

  it('two projects can share a host, and the default host works for both', async () => {
    const path = getPath(await createLink({ title: 'Shared' }, {} as never))
    const domains = sameInBoth({ default: projectOrigin, origins: [projectOrigin, defaultOrigin] })
    const terms = { ...defaultTerms, domains, setAt: 1 }
    await setTerms(service.store, service.project, terms)
    await vi.waitFor(async () => expect(await getStatus('go.example.com', path)).toBe(200), waitOptions)
    expect(await getStatus('links.example.com', getPath(await createLink({ title: 'Mine' })))).toBe(200)
    await setTerms(service.store, service.project, defaultTerms)
    await vi.waitFor(async () => expect(await getStatus('go.example.com', path)).toBe(404), waitOptions)
  })

  it('a redirect to any link origin is a loop, even to a former one', async () => {
    const getErrors = async (url: string, headers = {}) =>
      (await readError(await service.post({ desktop_custom_redirect: { url } }, headers))).fields
    const loop = {
      'desktop_custom_redirect.url': expect.stringContaining('Redirects to the link host itself') as string,
    }
    for (const origin of [defaultOrigin, projectOrigin, laterOrigin]) {
      if (origin === laterOrigin) await setOrigins(projectOrigin, laterOrigin)
      await vi.waitFor(async () => expect(await getErrors(`${origin}/abc`)).toEqual(loop), waitOptions)
      expect(await getErrors(`${origin}./abc`, buildShopHeaders())).toEqual(loop)
    }
    const body = { desktop_custom_redirect: { url: 'https://example.com/go.example.com' } }
    expect((await service.post(body)).status).toBe(200)
  })
})
