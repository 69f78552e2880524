import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keyringMissing, startSession } from '../core/harness/keyring.ts'
import type { Session } from '../core/harness/keyring.ts'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { hosts, runsAll } from './hosts.ts'
import { captureDownload } from './downloads.ts'
import { readFilesBelow, readPageState, findLeaks, encodeVariants } from './leaks.ts'
import { create, createForm, enterService, find, goTo, openServiceForm, replaceKey } from './userActions.ts'
import { startRemoteService } from './remoteService.ts'
import type { RemoteService } from './remoteService.ts'

/** Each of its encodings is different. */
const oddKey = 'odd"key\\with/+%&=<every>~sign?'

test('the secret search finds a secret in every spelling', () => {
  for (const text of [oddKey, `x${oddKey}`, `xy${oddKey}z`]) {
    const encodings = {
      raw: text,
      json: JSON.stringify({ text }),
      url: encodeURIComponent(text),
      form: new URLSearchParams({ text }).toString(),
      base64: Buffer.from(text).toString('base64'),
      base64url: Buffer.from(text).toString('base64url'),
    }
    expect(findLeaks(oddKey, encodings)).toEqual(Object.keys(encodings))
  }
  expect(encodeVariants(oddKey).length).toBeGreaterThan(8)
  expect(findLeaks(oddKey, { other: 'odd key with every sign' })).toEqual([])
})

let service: RemoteService
beforeAll(async () => {
  service = await startRemoteService()
})
afterAll(() => service.stop())

/** Copied text is read back. */
const context = { permissions: ['clipboard-read', 'clipboard-write'] }

const keyringProblem = keyringMissing()

describe.each(hosts())('in the $name', (host) => {
  let app: App
  let session: Session | null = null
  let home: string
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'linkwright-home-'))
  })
  afterEach(async () => {
    await app.close()
    await session?.stop()
    session = null
    await rm(home, { recursive: true, force: true })
  })

  /** Enters a wrong key and then the right one, and uses each for everything that needs a key. */
  async function useBothKeys(): Promise<void> {
    const { page } = app
    await enterService(page, { name: 'Acme', baseUrl: service.origin, key: oddKey })
    expect(findLeaks(oddKey, await readPageState(page)), 'the secret search finds typed text').toContain(
      'fields',
    )
    await page.getByRole('button', { name: 'Test connection' }).click()
    await page.getByText('Stopped at step 7 of 9: Project key').waitFor()
    await page.getByRole('button', { name: 'Connect anyway' }).click()
    await createForm(page).getByLabel('Title', { exact: true }).fill('Secretly')
    await createForm(page).getByRole('button', { name: 'Create link' }).click()
    await page.getByRole('alert').filter({ hasText: 'doesn’t accept this key' }).waitFor()
    await page.getByText('Details', { exact: true }).click()

    await goTo(page, 'Profiles')
    await replaceKey(page, service.key)
    await page.getByRole('button', { name: 'Test connection' }).click()
    await page.getByRole('status').filter({ hasText: 'The connection works' }).waitFor()
    await goTo(page, 'Create')
    await find(page, await createLink())
  }

  /** Returns everything the app exposes about its requests and profiles: on screen, on the clipboard and as files. */
  async function collectExposedTexts(minRequests: number): Promise<Record<string, string>> {
    const { page } = app
    await goTo(page, 'Profiles')
    const profiles = await captureDownload(page, () =>
      page.getByRole('button', { name: 'Export all' }).click(),
    )
    await goTo(page, 'Settings')
    await page.getByRole('link', { name: 'Key storage' }).click()
    await page.getByRole('heading', { name: 'Keys on this computer' }).waitFor()
    const keyStorage = await page.content()
    await goTo(page, 'Activity')
    const bundle = await captureDownload(page, () =>
      page.getByRole('button', { name: 'Save a support bundle' }).click(),
    )
    const texts: Record<string, string> = { profiles: profiles.text, bundle: bundle.text, keyStorage }
    const requests = page.getByRole('table').getByRole('link')
    const count = await requests.count()
    expect(count).toBeGreaterThanOrEqual(minRequests)
    for (let index = 0; index < count; index++) {
      await requests.nth(index).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Copy as cURL' }).click()
      await page.getByRole('dialog').getByText('Copied').first().waitFor()
      texts[`command ${index}`] = await page.evaluate(() => navigator.clipboard.readText())
      texts[`request ${index}`] = await page.content()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    }
    return texts
  }

  async function createLink(): Promise<string> {
    await createForm(app.page).getByLabel('Title', { exact: true }).fill('Secretly')
    return await create(app.page)
  }

  /** Returns where either key appears in the window's data, the app's output and files, and the service's log. */
  async function findKeyLeaks({ minRequests }: { minRequests: number }): Promise<string[]> {
    const exposedTexts = await collectExposedTexts(minRequests)
    const bodies = Object.fromEntries((await app.bodies()).map((body, index) => [`answer ${index}`, body]))
    const texts = {
      ...exposedTexts,
      ...bodies,
      ...(await readPageState(app.page)),
      ...(await readFilesBelow(app.dataFolder)),
      ...(await readFilesBelow(home)),
      'output of the app': app.output(),
      'log of the service': service.log(),
    }
    expect(Object.keys(bodies).length).toBeGreaterThan(10)
    return [...findLeaks(oddKey, texts), ...findLeaks(service.key, texts)]
  }

  // macOS and Windows always have a key store, which is the user's own. Both hosts keep keys in memory with the same code.
  const keepsKeysInMemory = process.platform === 'linux' && (runsAll || host.name === 'browser host')
  if (keepsKeysInMemory)
    test('without a key store a typed key is stored nowhere, and is gone when the app ends', async () => {
      app = await openApp(host, { env: { HOME: home }, context })
      await openServiceForm(app.page)
      await app.page.getByText('Kept only until you close the app').waitFor()
      await useBothKeys()
      expect(await findKeyLeaks({ minRequests: 6 })).toEqual([])
      await app.restart()
      await goTo(app.page, 'Create')
      await createForm(app.page).getByLabel('Title', { exact: true }).fill('Later')
      await createForm(app.page).getByRole('button', { name: 'Create link' }).click()
      await app.page.getByRole('alert').filter({ hasText: 'This profile has no project key' }).waitFor()
      // The list of requests is kept in memory only, and nothing was sent since the start.
      expect(await findKeyLeaks({ minRequests: 0 })).toEqual([])
    })

  test.skipIf(keyringProblem !== null)(
    `with a real keyring a typed key is stored nowhere else, and is available after a restart${keyringProblem ? ` (${keyringProblem})` : ''}`,
    async () => {
      session = await startSession(home)
      await session.startKeyring('password of the test')
      app = await openApp(host, { env: session.env, context })
      await openServiceForm(app.page)
      await app.page.getByText('Kept in GNOME Keyring, never in a file.').waitFor()
      await useBothKeys()
      expect(await findKeyLeaks({ minRequests: 6 })).toEqual([])
      await app.restart()
      await goTo(app.page, 'Create')
      await createLink()
      await app.page.getByText('Stored as requested').waitFor()
      expect(await findKeyLeaks({ minRequests: 1 })).toEqual([])
    },
  )
})
