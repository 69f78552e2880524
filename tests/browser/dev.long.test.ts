import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedChromium } from './chromium.ts'
import { startDev } from './devProcess.ts'
import type { DevProcess } from './devProcess.ts'
import { createForm, tryLocal } from './userActions.ts'

const root = join(import.meta.dirname, '..', '..')

describe.skipIf(process.platform === 'win32')('npm run dev', () => {
  let dataFolder: string
  let dev: DevProcess
  let context: BrowserContext
  let page: Page
  const errors: string[] = []

  beforeAll(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'linkwright-dev-'))
    dev = await startDev(dataFolder)
    context = await (await sharedChromium()).newContext()
    page = await context.newPage()
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    page.on('pageerror', (error) => errors.push(error.message))
    await page.goto(dev.address)
    await tryLocal(page)
  })
  afterAll(async () => {
    await context.close()
    await rm(dataFolder, { recursive: true, force: true })
  })

  test('npm run dev opens the window without a content security policy violation', () => {
    expect(errors).toEqual([])
  })

  test('npm run dev restarts the app after a change in core/ and keeps the window, its draft and its token', async () => {
    const title = createForm(page).getByLabel('Title', { exact: true })
    await title.fill('Half typed')
    await page.getByText('Draft saved').waitFor()
    // Keeps the modification time, so that other tests don't rebuild.
    const file = join(root, 'core', 'core.ts')
    const { atime, mtime } = await stat(file)
    await utimes(file, atime, mtime)
    await dev.waitForOutput('hostProcess.ts')
    await title.fill('Typed after the restart')
    await page.getByText('Draft saved').waitFor()
    await page.reload()
    await expect.poll(() => title.inputValue()).toBe('Typed after the restart')
    expect(errors).toEqual([])
  })

  test('npm run dev rejects another origin even with the token', async () => {
    const { origin, hash } = new URL(dev.address)
    const headers = { 'content-type': 'application/json', 'x-linkwright-token': hash.replace('#token=', '') }
    const call = (callerOrigin: string) =>
      fetch(`${origin}/call/app.state`, {
        method: 'POST',
        headers: { ...headers, origin: callerOrigin },
        body: '{}',
      })
    expect((await call(origin)).status).toBe(200)
    for (const otherOrigin of ['http://evil.example', 'null', origin.replace('127.0.0.1', 'localhost')])
      expect((await call(otherOrigin)).status, otherOrigin).toBe(403)
    expect((await fetch(`${origin}/main.tsx`)).headers.get('access-control-allow-origin')).toBeNull()
    const response = await fetch(`${origin}/@fs${join(root, 'package.json')}`)
    expect(response.status).toBe(403)
  })

  test.each([
    ['without an origin', {}],
    ['to another name of this computer', { host: 'localhost', origin: 'http://localhost' }],
    ['to a name that was rebound to this computer', { host: 'evil.example' }],
  ])('npm run dev rejects a call %s even with the token', async (_name, headers) => {
    const { port, hash } = new URL(dev.address)
    const token = { 'x-linkwright-token': hash.replace('#token=', '') }
    const options = { host: '127.0.0.1', port, path: '/call/app.state', method: 'POST' }
    const sent = request({ ...options, headers: { ...token, ...headers } }).end('{}')
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    expect(response.resume().statusCode).toBe(403)
  })

  test('npm run dev ends both processes in order on SIGTERM', async () => {
    expect(await dev.end()).toBe(0)
    expect(await readdir(dataFolder)).not.toContain('instance.json')
  })
})
