import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createProject } from '../../../service/keys/issue.ts'
import { readDatabaseUrl } from '../../../service/settings/database.ts'
import { openStore } from '../../../service/store/open.ts'
import { runAdminInProcess } from '../admin/admin.ts'
import { engines } from '../store/engines.ts'
import type { Databases } from '../store/engines.ts'
import { startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'

const defaultOrigin = 'https://links.example.com'
const fingerprint = Array.from({ length: 32 }, () => 'AB').join(':')
const waitOptions = { timeout: 30_000 }
const files = ['/.well-known/apple-app-site-association', '/.well-known/assetlinks.json'] as const
const openApp = { url: 'https://example.com/', open_app_if_installed: true }
const keepInBrowser = { ...openApp, open_app_if_installed: false }

describe.each(engines.filter(({ missing }) => missing === null))('link domains in $name', ({ start }) => {
  let databases: Databases
  let url: string
  let service: TestService
  let other: { project: string; key: string }
  beforeAll(async () => {
    databases = await start()
    url = await databases.create()
    const store = await openStore(readDatabaseUrl('test', url))
    service = await startTestService({ store, linkOrigin: defaultOrigin })
    other = await createProject(store, 'Other')
  })
  afterAll(async () => {
    await service.stop()
    await databases.remove()
  })

  const admin = (...args: string[]) =>
    runAdminInProcess({ DATABASE_URL: url, LINK_ORIGIN: defaultOrigin }, ...args)
  const setLinkOrigin = async (...args: string[]) => {
    const { status, error } = await admin('project', 'link-origin', ...args)
    expect([status, error]).toEqual([0, ''])
  }
  const createLink = async (body: object, headers = {}) =>
    ((await (await service.post(body, headers)).json()) as { link: string }).link
  const development = { ENVIRONMENT: 'development' }

  const get = (host: string, path: string, headers = {}, method = 'GET') =>
    new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
      const clientRequest = request(
        `${service.origin}${path}`,
        { method, headers: { ...headers, host } },
        (response) => {
          let text = ''
          response.on('data', (part: Buffer) => (text += part.toString()))
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
          )
        },
      )
      clientRequest.on('error', reject).end()
    })
  const statusAt = async (host: string, link: string) => (await get(host, new URL(link).pathname)).status

  it('each environment has its own hosts, and new links begin with the first', async () => {
    await setLinkOrigin(service.project, 'https://go.example.com', '--environment', 'production')
    await setLinkOrigin(service.project, 'https://GO2.example.com./', '--environment', 'production')
    await setLinkOrigin(service.project, 'https://bücher.example', '--environment', 'development')
    const result = await admin('project', 'link-origin', service.project, '--list')
    expect(result.lines).toEqual([
      ...[
        ['production', 'https://go.example.com', true],
        ['production', 'https://go2.example.com', false],
        ['development', 'https://xn--bcher-kva.example', true],
      ].map(([environment, origin, isDefault]) => ({
        project: service.project,
        ...{ environment, origin, default: isDefault },
      })),
    ])
    await vi.waitFor(
      async () => expect(await createLink({})).toMatch(/^https:\/\/go\.example\.com\//),
      waitOptions,
    )
    await vi.waitFor(
      async () => expect(await createLink({}, development)).toMatch(/^https:\/\/xn--bcher-kva\.example\//),
      waitOptions,
    )
    const [livePath, testPath] = [
      await createLink({ title: 'Live' }),
      await createLink({ title: 'Tried' }, development),
    ]
    for (const host of ['go.example.com', 'go2.example.com', 'links.example.com', 'Go2.Example.Com.:443'])
      expect([host, await statusAt(host, livePath)]).toEqual([host, 200])
    expect(await statusAt('xn--bcher-kva.example', livePath)).toBe(404)
    expect(await statusAt('XN--BCHER-KVA.example', testPath)).toBe(200)
    expect(await statusAt('go.example.com', testPath)).toBe(404)
    // Hosts that merely contain one of ours.
    for (const host of [
      'go.example.com.evil.example',
      'evil.example',
      'x@go.example.com',
      'go.example.com:8443',
    ])
      expect([host, await statusAt(host, livePath)]).toEqual([host, 404])
  })

  it('an unusual Host header opens no link of another host, and is never shown to visitors', async () => {
    const livePath = new URL(await createLink({ title: 'Live' })).pathname
    const testPath = new URL(await createLink({ title: 'Tried' }, development)).pathname
    const ask = async (head: string, encoding: 'latin1' | 'utf8' = 'latin1') => {
      const text = await service.raw(Buffer.from(`${head}\r\nConnection: close\r\n\r\n`, encoding))
      return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), text }
    }
    const unusualHosts = [
      ...['', '.', 'go.example.com..', '.go.example.com', 'go.example.com:80', 'go.example.com:0'],
      ...[
        'go.example.com:99999',
        'go.example.com:x',
        'go.example.com, evil.example',
        'go.example.com evil.example',
      ],
      ...['evil.example/go.example.com', 'evil.example#go.example.com', 'evil.example\\go.example.com'],
      ...[
        'evil.example?go.example.com',
        'go.example.com@evil.example',
        'xn--go.example.com',
        '[::1]',
        '127.0.0.1',
      ],
      ...[
        'evil.go.example.com',
        'goXexample.com',
        'g\u00f6.example.com',
        'xn--bcher-kva.example.evil.example',
      ],
    ]
    for (const host of unusualHosts) {
      for (const path of [livePath, testPath, ...files]) {
        const { status, text } = await ask(`GET ${path} HTTP/1.1\r\nHost: ${host}`)
        expect([host, path, status]).toEqual([host, path, expect.toBeOneOf([400, 404]) as number])
        expect(text).not.toMatch(/Live|Tried|evil/)
      }
    }
    // Spellings of one name.
    for (const host of ['b\u00fccher.example', 'B\u00dcCHER.example.', 'xn--BCHER-kva.example:443']) {
      expect([host, (await ask(`GET ${testPath} HTTP/1.1\r\nHost: ${host}`)).status]).toEqual([host, 200])
      expect([host, (await ask(`GET ${livePath} HTTP/1.1\r\nHost: ${host}`)).status]).toEqual([host, 404])
    }
    const bytes = await ask(`GET ${livePath} HTTP/1.1\r\nHost: b\u00fccher.example`, 'utf8')
    expect(bytes.status).toBe(404)
    const [goHost, evilHost] = ['Host: go.example.com', 'Host: evil.example']
    // With several headers, the first one counts. With an absolute address, the header counts, not the address.
    for (const head of [
      `${livePath} HTTP/1.1`,
      `${livePath} HTTP/1.1\r\n${evilHost}\r\n${goHost}`,
      `http://go.example.com${livePath} HTTP/1.1\r\n${evilHost}`,
    ])
      expect([head, (await ask(`GET ${head}`)).status]).toEqual([
        head,
        expect.toBeOneOf([400, 404]) as number,
      ])
  })

  it('a whole link is looked up on its host', async () => {
    const link = await createLink({ title: 'Live' })
    const otherLink = link.replace('go.example.com', 'xn--bcher-kva.example')
    expect((await admin('link', 'show', link)).status).toBe(0)
    expect((await admin('link', 'show', link.replace('go.', 'go2.'))).status).toBe(0)
    const result = await admin('link', 'show', otherLink)
    expect([result.status, result.error]).toEqual([1, expect.stringContaining('on xn--bcher-kva.example')])
  })

  it('an origin can’t be removed while new links use it, and every change is in the audit log', async () => {
    const [id, go2] = [service.project, 'https://go2.example.com']
    await setLinkOrigin(id, go2, '--environment', 'production', '--default')
    await vi.waitFor(async () => expect(await createLink({})).toMatch(/^https:\/\/go2\./), waitOptions)
    const result = await admin('project', 'link-origin', id, go2, '--remove', '--environment', 'production')
    expect([result.status, result.error]).toEqual([1, expect.stringContaining('New links begin with')])
    const link = await createLink({ title: 'On go2' })
    await setLinkOrigin(id, 'https://go.example.com', '--environment', 'production', '--default')
    await setLinkOrigin(id, go2, '--environment', 'production', '--remove')
    await vi.waitFor(async () => expect(await statusAt('go2.example.com', link)).toBe(404), waitOptions)
    await setLinkOrigin(id, go2, '--environment', 'production')
    await vi.waitFor(async () => expect(await statusAt('go2.example.com', link)).toBe(200), waitOptions)
    const unknownResult = await admin('project', 'link-origin', id, 'https://none.example', '--remove')
    expect([unknownResult.status, unknownResult.error]).toEqual([
      1,
      expect.stringContaining('does not have this origin'),
    ])
    for (const args of [[id], [id, 'default', '--remove'], [id, go2, '--list'], [id, 'go.example.com']])
      expect((await admin('project', 'link-origin', ...args)).status).toBe(2)
    const entries = (await admin('audit')).lines.filter(({ act }) => act === 'project link-origin')
    expect(entries.map(({ what }) => what)).toContainEqual({
      project: id,
      ...{ link_origin: go2, environment: 'production', removed: true },
    })
  })

  it('without an app, paths have no class and no host has a file', async () => {
    expect(new URL(await createLink({ ios_custom_redirect: openApp })).pathname).toMatch(/^\/\w{11}$/)
    for (const path of files) {
      for (const [host, reason] of [
        ['go.example.com', 'no-app'],
        ['evil.example', 'unknown-host'],
      ] as const) {
        const { status, headers } = await get(host, path)
        expect([host, status, headers['app-links']]).toEqual([host, 404, reason])
      }
    }
  })

  it('with an app, the hosts of its environment serve the files, and new paths have a class', async () => {
    const before = await createLink({ ios_custom_redirect: openApp })
    const result = await admin(
      ...['app', 'set', service.project, '--environment', 'production', '--ios', 'ABCDE12345.com.example'],
      ...['--ios', 'ABCDE12345.com.example.beta', '--android', 'com.example', '--fingerprint', fingerprint],
    )
    expect(result.status).toBe(0)
    expect((await admin('app', 'list', service.project)).lines).toHaveLength(3)
    await vi.waitFor(
      async () => expect((await get('go.example.com', files[0])).status).toBe(200),
      waitOptions,
    )
    for (const path of files) {
      for (const host of ['go.example.com', 'GO2.example.com.', 'go.example.com:443', 'links.example.com']) {
        const { status, headers, text } = await get(host, path)
        expect([host, status, headers['content-type']]).toEqual([host, 200, 'application/json'])
        expect(headers['cache-control']).toContain('max-age')
        expect(headers['content-length']).toBe(String(Buffer.byteLength(text)))
        expect(text).toContain('com.example')
        const head = await get(host, path, {}, 'HEAD')
        expect(head).toMatchObject({ status: 200, text: '', headers: { etag: headers['etag'] } })
        const tags = [
          String(headers['etag']),
          `W/${String(headers['etag'])}`,
          `"x", ${String(headers['etag'])}`,
          '*',
        ]
        for (const tag of tags) {
          const response = await get(host, path, { 'If-None-Match': tag })
          expect(response).toMatchObject({ status: 304, text: '', headers: { etag: headers['etag'] } })
        }
        expect((await get(host, path, { 'If-None-Match': '"other"' })).status).toBe(200)
      }
      for (const host of [
        'xn--bcher-kva.example',
        'evil.example',
        'x@go.example.com',
        'go.example.com:8443',
        '[',
      ])
        expect([host, (await get(host, path)).status]).toEqual([host, 404])
      expect((await get('go.example.com', path, {}, 'POST')).status).toBe(405)
      expect((await get('go.example.com', `${path}/`)).status).toBe(404)
    }
    const classes = [
      [{ ios_custom_redirect: openApp, android_custom_redirect: openApp }, 'b'],
      [{ ios_custom_redirect: openApp, android_custom_redirect: keepInBrowser }, 'i'],
      [{ android_custom_redirect: { url: 'https://example.com/' } }, 'a'],
      [{ ios_custom_redirect: keepInBrowser, desktop_custom_redirect: { url: 'https://example.com/' } }, 'n'],
    ] as const
    for (const [body, letter] of classes) {
      const link = await createLink(body)
      expect(new URL(link).pathname).toMatch(new RegExp(`^/${letter}[2-9A-Za-z]{11}$`))
      expect(await statusAt('go.example.com', link)).not.toBe(404)
      expect(await service.lookup(new URL(link).pathname.slice(1))).toMatchObject({ access_path: link })
    }
    expect(new URL(await createLink({ ios_custom_redirect: openApp }, development)).pathname).toMatch(
      /^\/\w{11}$/,
    )
    expect(await statusAt('go.example.com', before)).toBe(200)
  })

  it('a host of two projects with different apps has no file for either, until they agree', async () => {
    await setLinkOrigin(other.project, 'https://go.example.com', '--environment', 'production')
    const register = (...ids: string[]) =>
      admin('app', 'set', other.project, '--environment', 'production', ...ids.flatMap((id) => ['--ios', id]))
    await register('ABCDE12345.com.other')
    const reasonAt = async (host: string, path: string) => (await get(host, path)).headers['app-links']
    for (const path of files)
      await vi.waitFor(
        async () => expect(await reasonAt('go.example.com', path)).toBe('several-projects'),
        waitOptions,
      )
    expect(await reasonAt('links.example.com', files[0])).toBe('several-projects')
    const domainFindings = async () =>
      (await admin('doctor')).lines.filter(({ check }) => check === 'domains')
    expect(await domainFindings()).toEqual([
      {
        check: 'domains',
        state: 'warn',
        says:
          'go.example.com publishes no file for iPhone and Android, so its links stay in the browser: ' +
          `${[service.project, other.project]
            .toSorted()
            .map((id) => `${id} (production)`)
            .join(', ')} share it and have different apps.`,
        do: expect.stringMatching(/project link-origin".*app set"/) as string,
      },
    ])
    expect((await get('go2.example.com', files[0])).status).toBe(200)
    await admin('app', 'remove', other.project, '--environment', 'production', '--all')
    expect((await get('go2.example.com', files[0])).status).toBe(200)
    expect(await reasonAt('go.example.com', files[0])).toBe('several-projects')
    await register('ABCDE12345.com.example', 'ABCDE12345.com.example.beta')
    await vi.waitFor(
      async () => expect((await get('go.example.com', files[0])).status).toBe(200),
      waitOptions,
    )
    expect(await reasonAt('go.example.com', files[1])).toBe('several-projects')
    expect((await domainFindings()).map(({ says }) => String(says).split(',')[0])).toEqual([
      'go.example.com publishes no file for Android',
    ])
    await setLinkOrigin(
      other.project,
      'https://other.example.com',
      '--environment',
      'production',
      '--default',
    )
    await setLinkOrigin(other.project, 'https://go.example.com', '--environment', 'production', '--remove')
    expect(await domainFindings()).toEqual([
      { check: 'domains', state: 'ok', says: '3 domains publish files that let phones open apps.' },
    ])
    // The default host is listed only if links of an app begin with it.
    await setLinkOrigin(other.project, 'default', '--environment', 'production')
    expect((await domainFindings()).map(({ says }) => String(says).split(',')[0])).toEqual([
      'links.example.com publishes no file for Android',
    ])
  })

  it.each([
    [['--ios', 'abcde12345.com.example'], 'capital'],
    [['--ios', 'com.example'], 'team ID'],
    [['--ios', 'ABCDE12345'], 'dot'],
    [['--ios', 'ABCDE12345.*'], 'wildcard'],
    [['--android', 'example', '--fingerprint', fingerprint], 'package name'],
    [['--android', 'com.example'], '--fingerprint'],
    [['--fingerprint', fingerprint], '--android'],
    [['--android', 'com.example', '--fingerprint', fingerprint.slice(0, 59)], 'SHA-1'],
    [['--android', 'com.example', '--fingerprint', fingerprint.slice(0, 47)], 'MD5'],
    [['--android', 'com.example', '--fingerprint', fingerprint.toLowerCase()], 'capitals'],
    [['--android', 'com.example', '--fingerprint', fingerprint.replaceAll(':', '')], 'colons'],
    [[], 'Nothing to register'],
  ])('the wrong command app set %j explains the error', async (args, message) => {
    const { status, error } = await admin(
      'app',
      'set',
      service.project,
      '--environment',
      'production',
      ...args,
    )
    expect([status, error.toLowerCase()]).toEqual([2, expect.stringContaining(message.toLowerCase())])
  })
})
