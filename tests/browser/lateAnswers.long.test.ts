import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp } from './appProcess.ts'
import type { AppProcess } from './appProcess.ts'
import { addProfile, callApp } from './callApp.ts'
import { startChromium } from './chromium.ts'
import { startRemoteService } from './remoteService.ts'
import type { RemoteService } from './remoteService.ts'
import { goTo, tryLocal } from './userActions.ts'

// Only in the browser: the desktop app's calls are messages, which have no limit.

/** Maximum number of connections that a browser opens to a host. */
const maxConnections = 6

let browser: Browser
let folder: string
let app: AppProcess
let service: RemoteService
let proxy: FreezableProxy
let page: Page
beforeAll(async () => {
  service = await startRemoteService()
  proxy = await startFreezableProxy(service.origin)
  browser = await startChromium()
  folder = await mkdtemp(join(tmpdir(), 'linkwright-app-'))
  app = await startApp(folder)
  page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
  await page.goto(app.address)
})
afterAll(async () => {
  await browser.close()
  await app.end('SIGTERM')
  await proxy.stop()
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

test('another screen loads while a frozen service keeps more calls waiting than a browser opens connections', async () => {
  await tryLocal(page)
  const profileId = await addProfile(page, { name: 'Shop', baseUrl: proxy.origin }, service.key)
  await callApp(page, 'profiles.use', { id: profileId, environment: 'development' })
  const titles = ['First', 'Second', 'Third', 'Fourth', 'Fifth']
  for (const title of titles) {
    const input = { id: crypto.randomUUID(), profileId, environment: 'development', request: { title } }
    await callApp(page, 'links.create', input)
  }
  await page.reload()
  await goTo(page, 'Links')
  proxy.freeze()
  for (const title of titles) {
    await page.getByRole('link', { name: title }).click()
    const drawer = page.getByRole('dialog', { name: title })
    await drawer.getByRole('heading', { name: 'Change this link' }).waitFor()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
  }
  await expect.poll(proxy.waiting).toBeGreaterThan(maxConnections)
  await goTo(page, 'Activity')
  await page.getByRole('table').getByRole('link', { name: 'Create' }).first().waitFor()
  expect(proxy.waiting(), 'the service was frozen until the screen had loaded').toBeGreaterThan(
    maxConnections,
  )
})

interface FreezableProxy {
  origin: string
  /** Answers no request from now on. */
  freeze: () => void
  /** Returns how many requests are waiting. */
  waiting: () => number
  stop: () => Promise<void>
}

/** Starts a proxy in front of a service. */
async function startFreezableProxy(target: string): Promise<FreezableProxy> {
  let isFrozen = false
  let waiting = 0
  const server = createServer((incoming, response) => {
    if (isFrozen) {
      waiting++
      response.on('close', () => waiting--)
      return
    }
    const { method, headers } = incoming
    const outgoing = request(new URL(incoming.url ?? '/', target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    incoming.pipe(outgoing)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    freeze: () => (isFrozen = true),
    waiting: () => waiting,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
