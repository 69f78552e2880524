import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPage } from '../../../core/page/page.ts'
import type { Page } from '../../../core/page/page.ts'
import { toResponse } from '../../../electron/response.ts'

let root: string
let page: Page

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'page-'))
  const folder = join(root, 'renderer')
  await mkdir(join(folder, 'assets'), { recursive: true })
  await writeFile(
    join(folder, 'index.html'),
    '<meta property="csp-nonce" nonce="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style>',
  )
  await writeFile(join(folder, 'assets', 'main-Ab_3.js'), 'export {}')
  await writeFile(join(folder, 'notes.exe'), 'no')
  await writeFile(join(root, 'secret.txt'), 'secret')
  page = createPage(folder)
})
afterAll(() => rm(root, { recursive: true }))

const get = async (path: string, method = 'GET') =>
  toResponse(await page({ method, url: `http://127.0.0.1:4000${path}` }))

describe('the page', () => {
  it('the page puts a fresh nonce into the document and the policy', async () => {
    const [first, second] = [await get('/'), await get('/index.html')]
    const nonce = /'nonce-([^']+)'/.exec(first.headers.get('content-security-policy') ?? '')?.[1]
    expect(nonce).toMatch(/^[\w+/]{22}==$/)
    expect(await first.text()).toBe(
      `<meta property="csp-nonce" nonce="${nonce}"><style nonce="${nonce}"></style>`,
    )
    expect(second.headers.get('content-security-policy')).not.toContain(nonce)
    expect(first.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(first.headers.get('cache-control')).toBe('no-store')
  })

  it('the page allows nothing by default and no script but its own', async () => {
    const policy = (await get('/')).headers.get('content-security-policy')?.split('; ')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("connect-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
  })

  it('the page serves hashed files with their type and an unlimited cache lifetime', async () => {
    const response = await get('/assets/main-Ab_3.js?v=1')
    expect(await response.text()).toBe('export {}')
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('the page answers HEAD without the bytes but with their number', async () => {
    const response = await get('/assets/main-Ab_3.js', 'HEAD')
    expect(response.headers.get('content-length')).toBe('9')
    expect(await response.text()).toBe('')
  })

  it.each([
    '/missing.js',
    '/notes.exe',
    '/assets',
    '/assets/',
    '//secret.txt',
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/index.html%00.js',
  ])('the page returns 404 for %s', async (path) => {
    const response = await get(path)
    expect(response.status).toBe(404)
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await response.text()).toBe('Not found')
  })

  it('the page refuses writes', async () => {
    const response = await get('/', 'POST')
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD')
  })
})
